/** Mantine with our colours and shapes: warm greys, and a primary colour of ink on light, paper on dark. */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

const stone: MantineColorsTuple = [
  '#FAFAF9',
  '#F5F5F4',
  '#E7E5E4',
  '#D6D3D1',
  '#8A837D',
  '#736C66',
  '#57534E',
  '#44403C',
  '#292524',
  '#1C1917',
];
const night: MantineColorsTuple = [
  '#FAFAF9',
  '#D6D3D1',
  '#A8A29E',
  '#948D87',
  '#78716C',
  '#2E2926',
  '#1C1815',
  '#171412',
  '#110E0C',
  '#0C0A09',
];
const indigo: MantineColorsTuple = [
  '#EEF2FF',
  '#E0E7FF',
  '#C7D2FE',
  '#A5B4FC',
  '#818CF8',
  '#6366F1',
  '#4F46E5',
  '#4338CA',
  '#3730A3',
  '#312E81',
];

export const theme = createTheme({
  colors: { gray: stone, dark: night, indigo },
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 4 },
  black: '#1C1917',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '15px', lg: '17px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '24px', lg: '26px', xl: '28px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    if (input.variant === 'filled' && (input.color === undefined || input.color === 'indigo')) {
      return {
        background: 'var(--primary)',
        hover: 'var(--primary-hover)',
        color: 'var(--on-primary)',
        border: '1px solid transparent',
      };
    }
    if (input.variant === 'default') {
      return {
        background: 'var(--surface)',
        hover: 'var(--fill)',
        color: 'var(--text)',
        border: '1px solid var(--fill-strong)',
      };
    }
    return colors;
  },
  components: {
    Button: { defaultProps: { size: 'md', variant: 'filled' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'sm' } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        transitionProps: { duration: 150 },
        overlayProps: { color: '#0c0a09', backgroundOpacity: 0.5 },
      },
    },
  },
});

const ours = {
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--failed)',
  '--mantine-color-default-border': 'var(--border)',
  '--mantine-color-default-hover': 'var(--fill)',
  '--mantine-color-disabled': 'var(--fill-strong)',
  '--mantine-shadow-md': 'var(--shadow-float)',
  '--mantine-shadow-xl': 'var(--shadow-float)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: ours, dark: ours });
