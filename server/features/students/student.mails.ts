/** Mails of the client's staff to one person, in that person's language. They are queued in the caller's transaction. */
import { sql } from 'kysely'
import { directionOf, type Language } from '#contract/languages.ts'
import type { Outbox, OutgoingMessage } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Site } from '#server/core/mail/site.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'

interface Texts {
  subject: string
  paragraphs: readonly string[]
}

const GREETING: Record<Language, string> = {
  en: 'Hello {name},',
  hi: 'नमस्ते {name},',
  ar: 'مرحبًا {name}،',
}

const TEXTS: Record<'invitation' | 'password', Record<Language, Texts>> = {
  invitation: {
    en: {
      subject: 'Your account at {site}',
      paragraphs: [
        'An account with this e-mail address is ready for you at {site}.',
        'Choose a password to sign in for the first time. On this page, enter your e-mail address; we send you a code:',
      ],
    },
    hi: {
      subject: '{site} पर आपका खाता',
      paragraphs: [
        '{site} पर इस ईमेल पते से आपका खाता तैयार है।',
        'पहली बार साइन इन करने के लिए पासवर्ड चुनें। इस पेज पर अपना ईमेल पता डालें, हम आपको एक कोड भेजेंगे:',
      ],
    },
    ar: {
      subject: 'حسابك في {site}',
      paragraphs: [
        'أصبح لك حساب بهذا البريد الإلكتروني في {site}.',
        'اختر كلمة مرور لتسجيل الدخول أول مرة. أدخل بريدك الإلكتروني في هذه الصفحة وسنرسل إليك رمزًا:',
      ],
    },
  },
  password: {
    en: {
      subject: 'Choose a new password for {site}',
      paragraphs: [
        'The team of {site} asks you to choose a new password. Until then your present one keeps working.',
        'On this page, enter your e-mail address; we send you a code:',
      ],
    },
    hi: {
      subject: '{site} के लिए नया पासवर्ड चुनें',
      paragraphs: [
        '{site} की टीम आपसे नया पासवर्ड चुनने को कह रही है। तब तक आपका मौजूदा पासवर्ड काम करता रहेगा।',
        'इस पेज पर अपना ईमेल पता डालें, हम आपको एक कोड भेजेंगे:',
      ],
    },
    ar: {
      subject: 'اختر كلمة مرور جديدة لحسابك في {site}',
      paragraphs: [
        'يطلب منك فريق {site} اختيار كلمة مرور جديدة. وحتى ذلك الحين تبقى كلمة مرورك الحالية صالحة.',
        'أدخل بريدك الإلكتروني في هذه الصفحة وسنرسل إليك رمزًا:',
      ],
    },
  },
}

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

const INVITATION_LOCK = 7290

/** Two invitations of one address at once: the second one waits and then finds the account. */
export const lockInvitations = async (db: TenantDb, clientId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${INVITATION_LOCK}, ${clientId})`.execute(db)
}

export interface Recipient {
  readonly email: string
  readonly name: string
  readonly language: Language
}

const mailTo = (
  to: Recipient,
  { subject, paragraphs, url, replyTo }: Texts & { url: string | null; replyTo?: string },
): OutgoingMessage => {
  const lines = [fill(GREETING[to.language], { name: to.name }), ...paragraphs]
  const link = url === null ? '' : `<p dir="ltr"><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`
  const blocks = lines
    .map((text) => `<p dir="auto" style="white-space:pre-line">${escapeHtml(text)}</p>`)
    .join('')
  return {
    to: to.email,
    channel: 'email',
    language: to.language,
    subject,
    ...(replyTo !== undefined && { replyTo }),
    text: [...lines, ...(url === null ? [] : [url])].join('\n\n'),
    html: `<!doctype html><html lang="${to.language}" dir="${directionOf(to.language)}"><head><meta charset="utf-8"></head><body style="font:16px/1.5 system-ui,sans-serif">${blocks}${link}</body></html>`,
  }
}

const sendHowToChoose =
  (kind: keyof typeof TEXTS) =>
  (outbox: Outbox, db: TenantDb, site: Site, ...people: Recipient[]): Promise<void> =>
    outbox.add(
      db,
      ...people.map((to) => {
        const { subject, paragraphs } = TEXTS[kind][to.language]
        const values = { site: site.name, name: to.name }
        return mailTo(to, {
          subject: fill(subject, values),
          paragraphs: paragraphs.map((text) => fill(text, values)),
          url: site.urlOf('/forgot-password'),
        })
      }),
    )

/** The account has no password: its owner proves the address first. */
export const sendInvitation = sendHowToChoose('invitation')

/** The code itself is bound to the browser that asks for it, so the mail leads to where its owner asks. */
export const sendPasswordMail = sendHowToChoose('password')

/** What staff wrote, as they wrote it. Whoever wrote to one person signs it and gets the answer. */
export const sendMessage = (
  outbox: Outbox,
  db: TenantDb,
  site: Site,
  to: Recipient,
  { subject, text, from }: { subject: string; text: string; from?: { name: string; email: string } },
): Promise<void> =>
  outbox.add(
    db,
    mailTo(to, {
      subject,
      paragraphs: [
        ...text
          .split(/\n{2,}/)
          .map((paragraph) => paragraph.trim())
          .filter(Boolean),
        ...(from ? [`${from.name}\n${site.name}`] : []),
      ],
      ...(from && { replyTo: from.email }),
      url: site.urlOf('/'),
    }),
  )
