/** Amounts in mails, as the app writes them. */
import { expect, test } from 'vitest'
import { moneyText } from '#server/features/money/mail-parts.ts'

test.each([
  ['en', 'INR', '₹1,23,456'],
  ['hi', 'INR', '₹1,23,456'],
  ['en', 'USD', '$123,456'],
] as const)(
  'whole amounts in %s and %s are grouped as people there write them',
  (language, currency, text) => {
    expect(moneyText(12_345_600, currency, language)).toBe(text)
  },
)

test('a part of a unit stays, and a currency without parts has none', () => {
  expect(moneyText(123_456_750, 'INR', 'en')).toBe('₹12,34,567.50')
  expect(moneyText(12_345, 'JPY', 'en')).toBe('¥12,345')
})
