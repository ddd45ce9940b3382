/** Numbers of phones as they are compared and shown. Pure. */

/** `+` and digits only, or null when it is no number; `00` at the start is a `+`. */
export const plainPhone = (typed: string, fold: (text: string) => string): string | null => {
  const trimmed = typed.trim()
  const digits = fold(trimmed)
  const [international, rest] = trimmed.startsWith('+')
    ? [true, digits]
    : digits.startsWith('00')
      ? [true, digits.slice(2)]
      : [false, digits]
  return /^\d{6,15}$/.test(rest) ? `${international ? '+' : ''}${rest}` : null
}

/** Enough to know one's own by. */
export const hiddenPhone = (phone: string): string =>
  `${phone.slice(0, Math.min(3, phone.length - 4))}${'•'.repeat(4)}${phone.slice(-3)}`
