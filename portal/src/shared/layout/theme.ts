/** How everything looks: one accent colour, small steps, and compact controls. */
import {
  createTheme,
  mergeThemeOverrides,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** Of this page alone: the policy of the page allows styles with it (src/portal/portal.ts). */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

// What Mantine's dialogs use to lock scrolling asks for it by this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

const teal: MantineColorsTuple = [
  '#e9f8f4',
  '#d5efe8',
  '#a9ded0',
  '#79ccb6',
  '#52bda0',
  '#38a78a',
  '#17806a',
  '#0f6b58',
  '#0b5848',
  '#05453a',
];

/** As Mantine's, two steps darker: white on its buttons can be read. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#fa5252',
  '#e03131',
  '#c92a2a',
  '#b02525',
  '#962020',
];

/** What stands back can still be read: 4.5 to 1 on every ground that we use. */
export const colourVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': '#6c757d',
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
  },
});

const FONTS =
  '"Urdu Letters", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

export const theme = createTheme({
  colors: { teal, red },
  primaryColor: 'teal',
  primaryShade: 7,
  defaultRadius: 'md',
  // First, because other fonts have some of its letters (shared/i18n/urdu-letters.css).
  fontFamily: FONTS,
  headings: { fontFamily: FONTS, fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // They go by themselves.
    Notification: { defaultProps: { withCloseButton: false } },
    Table: { defaultProps: { verticalSpacing: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
});

/** The same, with what a password's eye is called where the page is Urdu. */
export const urduTheme = mergeThemeOverrides(theme, {
  components: {
    PasswordInput: {
      defaultProps: {
        visibilityToggleButtonProps: { 'aria-label': 'پاس ورڈ دکھائیں یا چھپائیں' },
      },
    },
  },
});
