/** Minor units as a decimal for spreadsheets: 499900 INR is "4999.00". Works on digits, so nothing is rounded. */
export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** "4999.00" INR is 499900; null for what is no amount, or has more digits than the currency. */
export const minorOf = (text: string, currency: string): number | null => {
  const [, whole, fraction = ''] = /^(\d{1,10})(?:\.(\d{1,4}))?$/.exec(text.trim()) ?? []
  const digits = minorDigits(currency)
  if (whole === undefined || fraction.length > digits) return null
  return Number(whole + fraction.padEnd(digits, '0'))
}

export const decimalOf = (minor: number, currency: string): string => {
  const digits = minorDigits(currency)
  const sign = minor < 0 ? '-' : ''
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}
