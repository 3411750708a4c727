/**
 * A button that looks like a link, for secondary actions. Without Mantine. `<TextButton onClick={…}>Forgot
 * password?</TextButton>`
 */
import type { ButtonHTMLAttributes } from 'react';
import styles from './buttons.module.css';

export function TextButton(props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>) {
  return <button type="button" {...props} className={styles.textButtonButton} />;
}
