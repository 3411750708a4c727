/** The class names of a button, for other elements that must look like one. */
import styles from './PlainButton.module.css';

export type ButtonLook = {
  look?: 'primary' | 'quiet' | 'outline' | undefined;
  size?: 'md' | 'lg' | undefined;
};

export function buttonClasses({ look = 'primary', size = 'md' }: ButtonLook, more = ''): string {
  return [styles.button, styles[look], styles[size], more].filter(Boolean).join(' ');
}
