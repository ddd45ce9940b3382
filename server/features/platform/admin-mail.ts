/** The mail with which the first administrator of a new client comes in. */
import { directionOf, type Language } from '#contract/languages.ts'
import type { OutgoingMessage } from '#server/core/core.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'
import type { FirstAdmin } from './context.ts'

type Texts = { subject: string; greeting: string; paragraphs: readonly string[] }

const TEXTS: Record<Language, Texts> = {
  en: {
    subject: 'You are the administrator of {site}',
    greeting: 'Hello {name},',
    paragraphs: [
      '{site} is ready, and this e-mail address is its first administrator.',
      'Choose a password to sign in for the first time. On this page, enter your e-mail address; we send you a code:',
    ],
  },
  hi: {
    subject: 'आप {site} के व्यवस्थापक हैं',
    greeting: 'नमस्ते {name},',
    paragraphs: [
      '{site} तैयार है, और इस ईमेल पते का खाता उसका पहला व्यवस्थापक है।',
      'पहली बार साइन इन करने के लिए पासवर्ड चुनें। इस पेज पर अपना ईमेल पता डालें, हम आपको एक कोड भेजेंगे:',
    ],
  },
  ar: {
    subject: 'أنت مسؤول {site}',
    greeting: 'مرحبًا {name}،',
    paragraphs: [
      'أصبح {site} جاهزًا، وصاحب هذا البريد الإلكتروني هو مسؤوله الأول.',
      'اختر كلمة مرور لتسجيل الدخول أول مرة. أدخل بريدك الإلكتروني في هذه الصفحة وسنرسل إليك رمزًا:',
    ],
  },
}

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

export const adminMail = (
  { name, email, language }: FirstAdmin,
  { site, link }: { site: string; link: string },
): OutgoingMessage => {
  const { subject, greeting, paragraphs } = TEXTS[language]
  const lines = [greeting, ...paragraphs].map((text) => fill(text, { site, name }))
  const blocks = lines.map((text) => `<p dir="auto">${escapeHtml(text)}</p>`).join('')
  return {
    to: email,
    channel: 'email',
    language,
    subject: fill(subject, { site }),
    text: [...lines, link].join('\n\n'),
    html: `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"></head><body style="font:16px/1.5 system-ui,sans-serif">${blocks}<p dir="ltr"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p></body></html>`,
  }
}
