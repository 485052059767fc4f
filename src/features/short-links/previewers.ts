/**
 * Programs that fetch an address without a person: they show what is behind it, or index it. They
 * are led there like anybody, and not counted. By what they call themselves, in lower case:
 *
 * | who                    | as documented at                                               |
 * |------------------------|----------------------------------------------------------------|
 * | Facebook, Instagram, Threads, Apple Messages (which claims to be it) | developers.facebook.com/docs/sharing/webmasters/web-crawlers |
 * | WhatsApp               | faq.whatsapp.com/766018838219390 (link previews)               |
 * | Telegram               | core.telegram.org/bots/webapps: TelegramBot (like TwitterBot)  |
 * | Slack                  | api.slack.com/robots                                           |
 * | Google                 | developers.google.com/search/docs/crawling-indexing/overview-google-crawlers |
 * | X, LinkedIn, Discord   | developer.x.com (cards), linkedin.com (post inspector), discord.com |
 * | Bing, Skype, Teams     | bing.com/webmasters/help/which-crawlers-does-bing-use          |
 * | Apple                  | support.apple.com/119829                                       |
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

/** Whether nobody reads what is fetched: by its name, or as a browser says that it only prepares. */
export function isPreviewer(header: (name: string) => string): boolean {
  const agent = header('user-agent').toLowerCase();
  if (NAMES.some((name) => agent.includes(name))) return true;
  // Of browsers that load ahead (Fetch, section 3.8), and of older ones.
  const purpose = header('sec-purpose') || header('purpose') || header('x-moz');
  return purpose.toLowerCase().includes('prefetch') || purpose.toLowerCase() === 'preview';
}
