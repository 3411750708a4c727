/**
 * A button, and a link that looks like one, without Mantine: for screens that must stay light (landing, notices).
 * Elsewhere use Mantine's Button or LoadingButton, which look the same.
 */
import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './PlainButton.module.css';

type Look = { look?: 'primary' | 'quiet' | 'outline'; size?: 'md' | 'lg' };

function classes(look: Look['look'] = 'primary', size: Look['size'] = 'md', more?: string): string {
  return [styles.button, styles[look], styles[size], more ?? ''].filter(Boolean).join(' ');
}

export function PlainButton({
  look,
  size,
  className,
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...rest} className={classes(look, size, className)} />;
}

export function LinkButton({ look, size, className, ...rest }: Look & LinkProps) {
  return <Link {...rest} className={classes(look, size, className)} />;
}
