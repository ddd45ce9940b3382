import type { Language } from '#contract/languages.ts'

/** How the demo clients are paid, by client. The accounts were made up. */
export const paymentInstructions: ReadonlyMap<number, Partial<Record<Language, string>>> = new Map([
  [
    7,
    {
      en: 'UPI: fees@kitewing.test\nBank transfer: Kitewing Academy, account 0000 4471 2093, IFSC KTWG0000071\nOr pay at our office in Pune, Monday to Friday, 10 am to 5 pm.\nWe record your payment within one working day.',
      hi: 'यूपीआई: fees@kitewing.test\nबैंक ट्रांसफ़र: Kitewing Academy, खाता 0000 4471 2093, IFSC KTWG0000071\nया पुणे के हमारे दफ़्तर में भुगतान करें, सोमवार से शुक्रवार, सुबह 10 से शाम 5 बजे तक।\nहम एक कामकाजी दिन के भीतर भुगतान दर्ज कर देते हैं।',
      ar: 'عبر UPI: fees@kitewing.test\nتحويل بنكي: Kitewing Academy، الحساب 0000 4471 2093، الرمز IFSC KTWG0000071\nأو ادفع في مكتبنا في بونه من الاثنين إلى الجمعة، من 10 صباحًا إلى 5 مساءً.\nنسجّل دفعتك خلال يوم عمل واحد.',
    },
  ],
  [
    8,
    {
      ar: 'تحويل بنكي: أكاديمية أفق، الآيبان SA00 0000 0000 0044 7120 9300\nأو ادفع في مكتبنا في الرياض من الأحد إلى الخميس.\nنسجّل دفعتك خلال يوم عمل واحد.',
      en: 'Bank transfer: Ufuq Academy, IBAN SA00 0000 0000 0044 7120 9300\nOr pay at our office in Riyadh, Sunday to Thursday.\nWe record your payment within one working day.',
    },
  ],
])
