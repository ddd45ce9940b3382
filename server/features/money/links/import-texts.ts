/** What is wrong with a row of a file, by language: it stands in the answer and in the file of wrong rows. */
import type { Language } from '#contract/languages.ts'
import type { RowProblem } from './import-rows.ts'

type Texts = Readonly<Record<RowProblem | 'column', string>>

const en: Texts = {
  title: 'The title is missing or longer than 120 characters.',
  amount: 'The amount is not a number such as 1500.00.',
  currency: 'There is no such currency.',
  first_part: 'The first part is not an amount, or more than the whole.',
  email: 'The email address is not complete.',
  expires_on: 'The last day is not a date such as 2026-12-31, is over, or is more than six months away.',
  column: 'problem',
}

const hi: Texts = {
  title: 'शीर्षक नहीं है या 120 अक्षरों से लंबा है।',
  amount: 'रकम 1500.00 जैसी संख्या नहीं है।',
  currency: 'ऐसी कोई मुद्रा नहीं है।',
  first_part: 'पहला हिस्सा कोई रकम नहीं है, या पूरी रकम से ज़्यादा है।',
  email: 'ईमेल पता पूरा नहीं है।',
  expires_on: 'आख़िरी दिन 2026-12-31 जैसी तारीख़ नहीं है, बीत चुका है, या छह महीने से ज़्यादा दूर है।',
  column: 'समस्या',
}

const ar: Texts = {
  title: 'العنوان ناقص أو أطول من 120 حرفًا.',
  amount: 'المبلغ ليس رقمًا مثل 1500.00.',
  currency: 'لا توجد عملة كهذه.',
  first_part: 'الدفعة الأولى ليست مبلغًا، أو أكثر من المبلغ كله.',
  email: 'عنوان البريد غير مكتمل.',
  expires_on: 'اليوم الأخير ليس تاريخًا مثل \u20662026-12-31\u2069، أو مضى، أو يبعد أكثر من ستة أشهر.',
  column: 'المشكلة',
}

export const importTexts: Readonly<Record<Language, Texts>> = { en, hi, ar }
