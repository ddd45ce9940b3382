/** Words of the verification page, by language. */
import type { CertificateState } from '#contract/certificates/shapes.ts'
import type { Language } from '#contract/languages.ts'

interface VerifyTexts {
  readonly title: string
  readonly lead: string
  readonly label: string
  readonly hint: string
  readonly check: string
  readonly again: string
  readonly states: Readonly<Record<CertificateState, string>>
  readonly stateTexts: Readonly<Record<'valid' | 'expired', (issuer: string, day: string) => string>>
  readonly replaced: (day: string) => string
  readonly openNew: string
  readonly revoked: (day: string) => string
  readonly reason: string
  readonly refund: string
  readonly awardedTo: string
  readonly forCourse: string
  readonly forAssessment: string
  readonly issuer: string
  readonly issuedOn: string
  readonly expiresOn: string
  readonly number: string
  readonly criteria: string
  readonly unknown: { readonly title: string; readonly text: string }
  readonly busy: { readonly title: string; readonly text: string }
  readonly language: string
}

export const verifyTexts: Readonly<Record<Language, VerifyTexts>> = {
  en: {
    title: 'Verify a certificate',
    lead: 'Type the number that is printed on the certificate.',
    label: 'Certificate number',
    hint: '16 letters and digits, for example at the bottom of the certificate',
    check: 'Verify',
    again: 'Verify another certificate',
    states: { valid: 'Valid', expired: 'Expired', replaced: 'Replaced', revoked: 'Revoked' },
    stateTexts: {
      valid: (issuer) => `${issuer} issued this certificate, and it is valid.`,
      expired: (issuer, day) => `${issuer} issued this certificate. It was valid until ${day}.`,
    },
    replaced: (day) => `This certificate was replaced by a new one on ${day}. Only the new one is valid.`,
    openNew: 'Open the new certificate',
    revoked: (day) => `This certificate was revoked on ${day}. It is no longer valid.`,
    reason: 'Reason',
    refund: 'The course was refunded.',
    awardedTo: 'Awarded to',
    forCourse: 'Course',
    forAssessment: 'Assessment',
    issuer: 'Issued by',
    issuedOn: 'Issued on',
    expiresOn: 'Valid until',
    number: 'Certificate number',
    criteria: 'What it stands for',
    unknown: {
      title: 'No certificate found',
      text: 'We have no certificate with this number. Compare it with the certificate, character by character.',
    },
    busy: {
      title: 'Please wait a moment',
      text: 'There were too many attempts from your network. Try again in a minute.',
    },
    language: 'Language',
  },
  hi: {
    title: 'प्रमाणपत्र की जाँच करें',
    lead: 'प्रमाणपत्र पर छपी संख्या लिखें।',
    label: 'प्रमाणपत्र संख्या',
    hint: '16 अक्षर और अंक, प्रमाणपत्र के नीचे छपे होते हैं',
    check: 'जाँचें',
    again: 'दूसरा प्रमाणपत्र जाँचें',
    states: { valid: 'मान्य', expired: 'समाप्त', replaced: 'बदला गया', revoked: 'रद्द' },
    stateTexts: {
      valid: (issuer) => `यह प्रमाणपत्र ${issuer} ने जारी किया है और मान्य है।`,
      expired: (issuer, day) => `यह प्रमाणपत्र ${issuer} ने जारी किया था। यह ${day} तक मान्य था।`,
    },
    replaced: (day) => `${day} को इस प्रमाणपत्र की जगह नया प्रमाणपत्र जारी हुआ। केवल नया मान्य है।`,
    openNew: 'नया प्रमाणपत्र खोलें',
    revoked: (day) => `यह प्रमाणपत्र ${day} को रद्द किया गया। यह अब मान्य नहीं है।`,
    reason: 'कारण',
    refund: 'कोर्स की राशि लौटा दी गई।',
    awardedTo: 'प्राप्तकर्ता',
    forCourse: 'कोर्स',
    forAssessment: 'मूल्यांकन',
    issuer: 'जारीकर्ता',
    issuedOn: 'जारी होने की तारीख',
    expiresOn: 'मान्य अवधि',
    number: 'प्रमाणपत्र संख्या',
    criteria: 'यह क्या प्रमाणित करता है',
    unknown: {
      title: 'कोई प्रमाणपत्र नहीं मिला',
      text: 'हमारे पास इस संख्या का कोई प्रमाणपत्र नहीं है। संख्या को प्रमाणपत्र से अक्षर-दर-अक्षर मिलाएँ।',
    },
    busy: {
      title: 'थोड़ी देर रुकें',
      text: 'आपके नेटवर्क से बहुत अधिक कोशिशें हुईं। एक मिनट बाद फिर कोशिश करें।',
    },
    language: 'भाषा',
  },
  ar: {
    title: 'التحقق من شهادة',
    lead: 'اكتب الرقم المطبوع على الشهادة.',
    label: 'رقم الشهادة',
    hint: '16 حرفًا ورقمًا، تجدها أسفل الشهادة',
    check: 'تحقق',
    again: 'تحقق من شهادة أخرى',
    states: { valid: 'صالحة', expired: 'منتهية الصلاحية', replaced: 'مستبدلة', revoked: 'ملغاة' },
    stateTexts: {
      valid: (issuer) => `أصدرت ${issuer} هذه الشهادة، وهي صالحة.`,
      expired: (issuer, day) => `أصدرت ${issuer} هذه الشهادة. كانت صالحة حتى ${day}.`,
    },
    replaced: (day) => `استُبدلت هذه الشهادة بشهادة جديدة في ${day}. الجديدة وحدها صالحة.`,
    openNew: 'افتح الشهادة الجديدة',
    revoked: (day) => `أُلغيت هذه الشهادة في ${day}. لم تعد صالحة.`,
    reason: 'السبب',
    refund: 'أُعيد ثمن الدورة.',
    awardedTo: 'مُنحت إلى',
    forCourse: 'الدورة',
    forAssessment: 'التقييم',
    issuer: 'الجهة المُصدِرة',
    issuedOn: 'تاريخ الإصدار',
    expiresOn: 'صالحة حتى',
    number: 'رقم الشهادة',
    criteria: 'بماذا تشهد',
    unknown: {
      title: 'لم نجد شهادة',
      text: 'ليست لدينا شهادة بهذا الرقم. قارنه بالشهادة حرفًا حرفًا.',
    },
    busy: {
      title: 'انتظر لحظة من فضلك',
      text: 'جاءت محاولات كثيرة من شبكتك. حاول مرة أخرى بعد دقيقة.',
    },
    language: 'اللغة',
  },
}
