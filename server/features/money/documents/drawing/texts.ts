import type { Language } from '#contract/languages.ts'
import type { MoneyPlace } from '../../chart.ts'
import type { DocumentContent } from '../content.ts'

interface Texts {
  readonly heading: (content: DocumentContent) => string
  readonly number: string
  readonly date: string
  readonly seller: string
  readonly buyer: Record<DocumentContent['movement'], string>
  readonly state: string
  readonly about: Record<'invoice' | 'credit_note', string>
  readonly description: string
  readonly sac: string
  readonly amount: string
  readonly taxable: string
  readonly igst: string
  readonly total: Record<DocumentContent['movement'], string>
  readonly place_of_supply: string
  readonly reverseCharge: string
  readonly how: Record<DocumentContent['movement'], string>
  readonly places: Record<MoneyPlace, string>
  readonly reference: string
  readonly noTax: Record<DocumentContent['movement'], string>
  /** A document that a computer made needs no signature. */
  readonly footer: string
}

/** A seller with a GSTIN who charges no tax gives a bill of supply. */
const isTaxed = ({ tax }: DocumentContent) => tax !== null && tax.percent > 0

export const texts: Readonly<Record<Language, Texts>> = {
  en: {
    heading: (content) =>
      content.kind === 'credit_note'
        ? 'Credit note'
        : content.kind === 'invoice'
          ? isTaxed(content)
            ? 'Tax invoice'
            : 'Bill of supply'
          : content.movement === 'in'
            ? 'Receipt'
            : 'Refund receipt',
    number: 'Number',
    date: 'Date',
    seller: 'From',
    buyer: { in: 'Received from', out: 'Paid back to' },
    state: 'State',
    about: { invoice: 'Credit note taken back', credit_note: 'For the invoice' },
    description: 'Description',
    sac: 'HSN/SAC',
    amount: 'Amount',
    taxable: 'Taxable value',
    igst: 'IGST',
    total: { in: 'Total', out: 'Total paid back' },
    place_of_supply: 'Place of supply',
    reverseCharge: 'Tax payable on reverse charge: no',
    how: { in: 'Paid by', out: 'Paid back by' },
    places: { bank: 'Bank transfer', cash: 'Cash', online: 'Online payment' },
    reference: 'Reference',
    noTax: {
      in: 'This receipt confirms a payment. It is not a tax invoice.',
      out: 'This receipt confirms a refund. It is not a credit note.',
    },
    footer: 'Made by a computer. Valid without a signature.',
  },
  hi: {
    heading: (content) =>
      content.kind === 'credit_note'
        ? 'क्रेडिट नोट'
        : content.kind === 'invoice'
          ? isTaxed(content)
            ? 'टैक्स इनवॉइस'
            : 'आपूर्ति बिल'
          : content.movement === 'in'
            ? 'रसीद'
            : 'रिफ़ंड रसीद',
    number: 'संख्या',
    date: 'तारीख',
    seller: 'विक्रेता',
    buyer: { in: 'भुगतानकर्ता', out: 'रिफ़ंड पाने वाले' },
    state: 'राज्य',
    about: { invoice: 'वापस लिया गया क्रेडिट नोट', credit_note: 'संबंधित इनवॉइस' },
    description: 'विवरण',
    sac: 'HSN/SAC',
    amount: 'राशि',
    taxable: 'कर योग्य मूल्य',
    igst: 'IGST',
    total: { in: 'कुल', out: 'कुल लौटाई गई राशि' },
    place_of_supply: 'आपूर्ति का स्थान',
    reverseCharge: 'रिवर्स चार्ज पर देय कर: नहीं',
    how: { in: 'भुगतान का तरीका', out: 'रिफ़ंड का तरीका' },
    places: { bank: 'बैंक ट्रांसफ़र', cash: 'नकद', online: 'ऑनलाइन भुगतान' },
    reference: 'संदर्भ',
    noTax: {
      in: 'यह रसीद भुगतान की पुष्टि करती है। यह टैक्स इनवॉइस नहीं है।',
      out: 'यह रसीद रिफ़ंड की पुष्टि करती है। यह क्रेडिट नोट नहीं है।',
    },
    footer: 'कंप्यूटर से बनाया गया। बिना हस्ताक्षर के मान्य।',
  },
  ar: {
    heading: (content) =>
      content.kind === 'credit_note'
        ? 'إشعار دائن'
        : content.kind === 'invoice'
          ? isTaxed(content)
            ? 'فاتورة ضريبية'
            : 'فاتورة توريد'
          : content.movement === 'in'
            ? 'إيصال'
            : 'إيصال استرداد',
    number: 'الرقم',
    date: 'التاريخ',
    seller: 'البائع',
    buyer: { in: 'استُلم من', out: 'أُعيد إلى' },
    state: 'الولاية',
    about: { invoice: 'إشعار دائن أُلغي', credit_note: 'عن الفاتورة' },
    description: 'الوصف',
    sac: 'رمز HSN/SAC',
    amount: 'المبلغ',
    taxable: 'القيمة الخاضعة للضريبة',
    igst: 'ضريبة IGST',
    total: { in: 'الإجمالي', out: 'إجمالي المبلغ المعاد' },
    place_of_supply: 'مكان التوريد',
    reverseCharge: 'الضريبة مستحقة بالاحتساب العكسي: لا',
    how: { in: 'طريقة الدفع', out: 'طريقة الإعادة' },
    places: { bank: 'تحويل بنكي', cash: 'نقدًا', online: 'دفع إلكتروني' },
    reference: 'المرجع',
    noTax: {
      in: 'يؤكد هذا الإيصال الدفع، وليس فاتورة ضريبية.',
      out: 'يؤكد هذا الإيصال استرداد المبلغ، وليس إشعارًا دائنًا.',
    },
    footer: 'أُصدر بالحاسوب وهو صالح دون توقيع.',
  },
}
