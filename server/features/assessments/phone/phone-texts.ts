import type { Language } from '#contract/languages.ts'

/** The text message. It fits into one SMS and starts with the code, so that previews show it. */
export const codeText: Record<Language, (code: string) => string> = {
  en: (code) => `${code} is your code for the assessment. It is valid for 10 minutes. Do not share it.`,
  hi: (code) => `${code} आपके मूल्यांकन का कोड है। यह 10 मिनट तक मान्य है। इसे किसी को न बताएँ।`,
  ar: (code) => `${code} هو رمزك للاختبار. صالح لمدة 10 دقائق. لا تشاركه مع أحد.`,
}
