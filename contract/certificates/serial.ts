/** Serials of certificates: 15 random characters and a check character, typed and read aloud by people. */

/** 31 characters without those that look alike (0 O, 1 I L). A prime number makes the check character strong. */
export const SERIAL_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const SERIAL_LENGTH = 16
const GROUP = 4

/** Weights 1 to 15 differ modulo 31, so one wrong character and two exchanged ones are always noticed. */
export const checkCharacter = (random: string): string => {
  const sum = Array.from(random).reduce(
    (total, character, index) => total + (index + 1) * SERIAL_ALPHABET.indexOf(character),
    0,
  )
  // The check character has the weight 16: sum + 16 × check ≡ 0 modulo 31, and 16 × 2 ≡ 1.
  const check = ((31 - (sum % 31)) * 2) % 31
  return SERIAL_ALPHABET.charAt(check)
}

/** The stored form of what somebody typed; null for what cannot be a serial. */
export const readSerial = (typed: string): string | null => {
  const serial = typed
    .slice(0, 100)
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}\p{Cf}_.]/gu, '')
    .toUpperCase()
  if (serial.length !== SERIAL_LENGTH) return null
  if (Array.from(serial).some((character) => !SERIAL_ALPHABET.includes(character))) return null
  return checkCharacter(serial.slice(0, -1)) === serial.at(-1) ? serial : null
}

/** As people read it: `7KMF-9Q2D-TRXH-4W8Z`. */
export const showSerial = (serial: string): string =>
  Array.from({ length: SERIAL_LENGTH / GROUP }, (_, index) =>
    serial.slice(index * GROUP, (index + 1) * GROUP),
  ).join('-')

/** The public page of a certificate. */
export const verifyPath = (serial: string): string => `/verify/${showSerial(serial)}`

/** Files of a certificate, for whoever has its number. */
export const certificateFiles = {
  pdf: 'certificate.pdf',
  picture: 'certificate.png',
  credential: 'credential.json',
  badge: 'badge.png',
} as const
export const certificateFile = (serial: string, file: keyof typeof certificateFiles): string =>
  `${verifyPath(serial)}/${certificateFiles[file]}`
