import { sql } from 'kysely'
import { directionOf, type Language } from '#contract/languages.ts'
import type { Outbox } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Site } from '#server/core/mail/site.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'

interface Texts {
  subject: string
  greeting: string
  made: string
  how: string
}

const TEXTS: Record<Language, Texts> = {
  en: {
    subject: 'Your account at {site}',
    greeting: 'Hello {name},',
    made: 'An account with this e-mail address is ready for you at {site}.',
    how: 'Choose a password to sign in for the first time. On this page, enter your e-mail address; we send you a code:',
  },
  hi: {
    subject: '{site} पर आपका खाता',
    greeting: 'नमस्ते {name},',
    made: '{site} पर इस ईमेल पते से आपका खाता तैयार है।',
    how: 'पहली बार साइन इन करने के लिए पासवर्ड चुनें। इस पेज पर अपना ईमेल पता डालें, हम आपको एक कोड भेजेंगे:',
  },
  ar: {
    subject: 'حسابك في {site}',
    greeting: 'مرحبًا {name}،',
    made: 'أصبح لك حساب بهذا البريد الإلكتروني في {site}.',
    how: 'اختر كلمة مرور لتسجيل الدخول أول مرة. أدخل بريدك الإلكتروني في هذه الصفحة وسنرسل إليك رمزًا:',
  },
}

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

const INVITATION_LOCK = 7290

/** Two invitations of one address at once: the second one waits and then finds the account. */
export const lockInvitations = async (db: TenantDb, clientId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${INVITATION_LOCK}, ${clientId})`.execute(db)
}

/** In the caller's transaction. The account has no password: its owner proves the address first. */
export const sendInvitation = async (
  outbox: Outbox,
  db: TenantDb,
  site: Site,
  to: { email: string; name: string; language: Language },
): Promise<void> => {
  const url = site.urlOf('/forgot-password')
  const values = { site: site.name, name: to.name }
  const { subject, ...texts } = TEXTS[to.language]
  const paragraphs = [texts.greeting, texts.made, texts.how].map((text) => fill(text, values))
  const link = url === null ? '' : `<p dir="ltr"><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`
  const blocks = paragraphs.map((text) => `<p dir="auto">${escapeHtml(text)}</p>`).join('')
  await outbox.add(db, {
    to: to.email,
    channel: 'email',
    language: to.language,
    subject: fill(subject, values),
    text: [...paragraphs, ...(url === null ? [] : [url])].join('\n\n'),
    html: `<!doctype html><html lang="${to.language}" dir="${directionOf(to.language)}"><head><meta charset="utf-8"></head><body style="font:16px/1.5 system-ui,sans-serif">${blocks}${link}</body></html>`,
  })
}
