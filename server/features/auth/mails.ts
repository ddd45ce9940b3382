import { directionOf, type Language } from '#contract/languages.ts'
import { CODE_TTL_MS } from '#contract/limits.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import type { Mail } from './mail.ts'
import { mailTexts, type MailTexts } from './mail-texts.ts'
import type { AuthDependencies } from './dependencies.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** Without images or external links. Language and direction are on the root element for every mail client. */
const renderHtml = (
  language: Language,
  title: string,
  paragraphs: readonly string[],
  code: string | null,
) => {
  const direction = directionOf(language)
  const blocks = paragraphs.map(
    (text) => `<p dir="auto" style="margin:0 0 16px;font-size:16px;line-height:1.5">${escapeHtml(text)}</p>`,
  )
  const digits = code
    ? `<p dir="ltr" style="margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:8px;text-align:${direction === 'rtl' ? 'right' : 'left'}">${code}</p>`
    : ''
  const [first = '', ...rest] = blocks
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head><body style="margin:0;padding:24px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"><div style="max-width:480px;margin:0 auto">${first}${digits}${rest.join('')}</div></body></html>`
}

const renderText = (paragraphs: readonly string[], code: string | null) => {
  const [first = '', ...rest] = paragraphs
  return [first, ...(code ? [code] : []), ...rest].join('\n\n')
}

/** Queues a mail in the recipient's language, in the caller's transaction. */
export const sendMail = (
  db: TenantDb,
  dependencies: AuthDependencies,
  scope: PublicScope,
  to: { email: string; full_name: string; language: Language },
  mail: Mail,
): Promise<void> => {
  const texts: MailTexts = mailTexts[to.language]
  const { subject, paragraphs } = texts[mail.kind]
  const values = {
    tenant: scope.tenant.name,
    name: to.full_name,
    minutes: String(CODE_TTL_MS / 60_000),
    device: 'device' in mail && mail.device !== '' ? mail.device : texts.unknownDevice,
  }
  const code = 'code' in mail ? mail.code : null
  const title = fill(subject, values)
  const filled = [texts.greeting, ...paragraphs].map((text) => fill(text, values))
  // The code follows the sentence that introduces it.
  const [greeting = '', intro = '', ...rest] = filled
  const ordered = code ? [`${greeting} ${intro}`, ...rest] : filled
  return dependencies.core.outbox.add(db, {
    to: to.email,
    channel: 'email',
    language: to.language,
    subject: title,
    text: renderText(ordered, code),
    html: renderHtml(to.language, title, ordered, code),
  })
}
