import { Section } from '../../ui/layout/Section.tsx';
import { chooseTheme, themes } from '../../ui/theme/theme-choice.ts';
import { useTheme } from '../../ui/theme/useTheme.ts';
import { ChipChoice } from './ChipChoice.tsx';
import { strings } from './settings.strings.ts';

/** The theme on this device. */
export function ThemeCard() {
  return (
    <Section title={strings.appearance} lead={strings.appearanceLead}>
      <ChipChoice
        legend={strings.theme}
        options={themes}
        labels={strings.themes}
        value={useTheme()}
        onChange={chooseTheme}
      />
    </Section>
  );
}
