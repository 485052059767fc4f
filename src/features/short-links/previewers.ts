/**
 * Programs that fetch an address without a person: they show what is behind it, or index it. They
 * are led there like anybody, and not counted. By what they call themselves, as documented at
 *
 * - Meta (Facebook, Instagram, WhatsApp): developers.facebook.com/docs/sharing/webmasters/crawler
 * - Telegram: core.telegram.org, `TelegramBot (like TwitterBot)`
 * - Slack: api.slack.com/robots
 * - Google: developers.google.com/search/docs/crawling-indexing/overview-google-crawlers
 * - X: developer.x.com, cards; LinkedIn: linkedin.com/post-inspector; Discord: discord.com
 * - Bing, Skype: bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0
 * - Apple: support.apple.com/119829
 *
 * Apple's Messages calls itself Facebook's and X's at once.
 */
const NAMES = [
  'facebookexternalhit',
  'facebookcatalog',
  'facebot',
  'meta-externalagent',
  'meta-externalfetcher',
  'whatsapp/',
  'telegrambot',
  'slackbot',
  'slack-imgproxy',
  'googlebot',
  'google-inspectiontool',
  'googleother',
  'google-safety',
  'google-pagerenderer',
  'adsbot-google',
  'apis-google',
  'feedfetcher-google',
  'google-read-aloud',
  'twitterbot',
  'linkedinbot',
  'discordbot',
  'bingbot',
  'bingpreview',
  'skypeuripreview',
  'applebot',
] as const;

/** Whether nobody reads what is fetched: by its name, or as a browser says that loads ahead. */
export function isPreviewer(header: (name: string) => string): boolean {
  const agent = header('user-agent').toLowerCase();
  if (NAMES.some((name) => agent.includes(name))) return true;
  // Of browsers that load ahead (Fetch, section 3.8), and of older ones.
  const purpose = header('sec-purpose') || header('purpose') || header('x-moz');
  return purpose.toLowerCase().includes('prefetch') || purpose.toLowerCase() === 'preview';
}
