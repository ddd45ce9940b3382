/** Normalizing and masking phone numbers. */

/** `+` and digits only, or null when it is not a number; a leading `00` becomes `+`. */
export const normalizePhone = (input: string, foldDigits: (text: string) => string): string | null => {
  const trimmed = input.trim()
  const digits = foldDigits(trimmed)
  const [international, rest] = trimmed.startsWith('+')
    ? [true, digits]
    : digits.startsWith('00')
      ? [true, digits.slice(2)]
      : [false, digits]
  return /^\d{6,15}$/.test(rest) ? `${international ? '+' : ''}${rest}` : null
}

/** Enough for the owner to recognise it. */
export const maskPhone = (phone: string): string =>
  `${phone.slice(0, Math.min(3, phone.length - 4))}${'•'.repeat(4)}${phone.slice(-3)}`
