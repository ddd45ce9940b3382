/** India's goods and services tax: states, tax numbers, and how an amount splits into price and tax. */
import type { Language } from '../languages.ts'

/** The codes of the states and union territories, as a GSTIN begins with them. */
export const gstStates = {
  '01': { en: 'Jammu and Kashmir', hi: 'जम्मू और कश्मीर', ar: 'جامو وكشمير' },
  '02': { en: 'Himachal Pradesh', hi: 'हिमाचल प्रदेश', ar: 'هيماجل برديش' },
  '03': { en: 'Punjab', hi: 'पंजाब', ar: 'البنجاب' },
  '04': { en: 'Chandigarh', hi: 'चंडीगढ़', ar: 'شانديغار' },
  '05': { en: 'Uttarakhand', hi: 'उत्तराखंड', ar: 'أوتاراخند' },
  '06': { en: 'Haryana', hi: 'हरियाणा', ar: 'هاريانا' },
  '07': { en: 'Delhi', hi: 'दिल्ली', ar: 'دلهي' },
  '08': { en: 'Rajasthan', hi: 'राजस्थान', ar: 'راجستان' },
  '09': { en: 'Uttar Pradesh', hi: 'उत्तर प्रदेश', ar: 'أتر برديش' },
  '10': { en: 'Bihar', hi: 'बिहार', ar: 'بيهار' },
  '11': { en: 'Sikkim', hi: 'सिक्किम', ar: 'سيكيم' },
  '12': { en: 'Arunachal Pradesh', hi: 'अरुणाचल प्रदेश', ar: 'أروناجل برديش' },
  '13': { en: 'Nagaland', hi: 'नागालैंड', ar: 'ناغالاند' },
  '14': { en: 'Manipur', hi: 'मणिपुर', ar: 'مانيبور' },
  '15': { en: 'Mizoram', hi: 'मिज़ोरम', ar: 'ميزورام' },
  '16': { en: 'Tripura', hi: 'त्रिपुरा', ar: 'تريبورا' },
  '17': { en: 'Meghalaya', hi: 'मेघालय', ar: 'ميغالايا' },
  '18': { en: 'Assam', hi: 'असम', ar: 'آسام' },
  '19': { en: 'West Bengal', hi: 'पश्चिम बंगाल', ar: 'البنغال الغربية' },
  '20': { en: 'Jharkhand', hi: 'झारखंड', ar: 'جهارخاند' },
  '21': { en: 'Odisha', hi: 'ओडिशा', ar: 'أوديشا' },
  '22': { en: 'Chhattisgarh', hi: 'छत्तीसगढ़', ar: 'تشاتيسغار' },
  '23': { en: 'Madhya Pradesh', hi: 'मध्य प्रदेश', ar: 'ماديا برديش' },
  '24': { en: 'Gujarat', hi: 'गुजरात', ar: 'غوجارات' },
  '26': {
    en: 'Dadra and Nagar Haveli and Daman and Diu',
    hi: 'दादरा और नगर हवेली तथा दमन और दीव',
    ar: 'دادرا وناغار هافيلي ودامان وديو',
  },
  '27': { en: 'Maharashtra', hi: 'महाराष्ट्र', ar: 'ماهاراشترا' },
  '29': { en: 'Karnataka', hi: 'कर्नाटक', ar: 'كارناتاكا' },
  '30': { en: 'Goa', hi: 'गोवा', ar: 'غوا' },
  '31': { en: 'Lakshadweep', hi: 'लक्षद्वीप', ar: 'لاكشادويب' },
  '32': { en: 'Kerala', hi: 'केरल', ar: 'كيرالا' },
  '33': { en: 'Tamil Nadu', hi: 'तमिलनाडु', ar: 'تاميل نادو' },
  '34': { en: 'Puducherry', hi: 'पुदुच्चेरी', ar: 'بودوتشيري' },
  '35': {
    en: 'Andaman and Nicobar Islands',
    hi: 'अंडमान और निकोबार द्वीपसमूह',
    ar: 'جزر أندمان ونيكوبار',
  },
  '36': { en: 'Telangana', hi: 'तेलंगाना', ar: 'تيلانغانا' },
  '37': { en: 'Andhra Pradesh', hi: 'आंध्र प्रदेश', ar: 'أندرا برديش' },
  '38': { en: 'Ladakh', hi: 'लद्दाख', ar: 'لداخ' },
} as const satisfies Record<string, Record<Language, string>>
export type GstState = keyof typeof gstStates

export const isGstState = (code: string): code is GstState => Object.hasOwn(gstStates, code)
export const gstStateCodes = Object.keys(gstStates).filter(isGstState).toSorted()

/** Union territories without a parliament: their half of the tax is UTGST. */
const UNION_TERRITORIES: readonly string[] = ['04', '26', '31', '35', '38']
export const isUnionTerritory = (state: string): boolean => UNION_TERRITORIES.includes(state)

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

/** The check digit of the first 14 characters: base 36, every second one counts twice. */
export const gstinCheckDigit = (first: string): string => {
  const sum = first.split('').reduce((total, char, index) => {
    const product = DIGITS.indexOf(char) * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return DIGITS[(36 - (sum % 36)) % 36] ?? ''
}

/** Whether a tax number is well formed: a known state, a PAN, and the right check digit. */
export const isGstin = (text: string): boolean =>
  GSTIN.test(text) && isGstState(text.slice(0, 2)) && gstinCheckDigit(text.slice(0, 14)) === text[14]

/** Small letters and spaces are how people type it. */
export const foldGstin = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

/** The state that a tax number is registered in. */
export const stateOfGstin = (gstin: string): string => gstin.slice(0, 2)

export interface TaxSplit {
  taxableMinor: number
  cgstMinor: number
  sgstMinor: number
  igstMinor: number
}

/** n/d rounded to the nearest whole number, halves up. */
const rounded = (n: bigint, d: bigint): number => Number((2n * n + d) / (2n * d))

/**
 * The tax that an amount contains. Within a state it has two equal halves, each rounded by itself; between states it is
 * one. What is left is the taxable value, so that the parts always make the amount.
 */
export const splitTax = (amountMinor: number, percent: number, isSameState: boolean): TaxSplit => {
  const [whole, rate] = [BigInt(amountMinor), BigInt(percent)]
  const half = isSameState ? rounded(whole * rate, 2n * (100n + rate)) : 0
  const igstMinor = isSameState ? 0 : rounded(whole * rate, 100n + rate)
  return { taxableMinor: amountMinor - 2 * half - igstMinor, cgstMinor: half, sgstMinor: half, igstMinor }
}

/** The financial year of a day, by the year in which it begins: 1 April to 31 March. */
export const financialYearOf = (day: string): number =>
  Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < 4 ? 1 : 0)
