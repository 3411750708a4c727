/**
 * A button, and a link that looks like one, without Mantine: for screens that must load fast (notices,
 * legal).
 * Elsewhere use Mantine's Button or LoadingButton, which look the same.
 */
import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from 'react-router';
import { type ButtonLook, buttonClasses } from './button-look.ts';

type ButtonProps = ButtonLook & ButtonHTMLAttributes<HTMLButtonElement>;

export function PlainButton({ look, size, className, ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={buttonClasses({ look, size }, className)} />;
}

export function LinkButton({ look, size, className, ...rest }: ButtonLook & LinkProps) {
  return <Link {...rest} className={buttonClasses({ look, size }, className)} />;
}
