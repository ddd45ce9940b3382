/** The mail about new notifications: text and HTML from the same lines. */
import { directionOf, type Language } from '#contract/languages.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Site } from '#server/core/mail/site.ts'
import type { NotificationParams } from '../notifications.tables.ts'
import { fill, isolatesToHtml, mailTexts, notificationText } from '../texts.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'

/** Lines in one mail; the rest is only counted. */
const LINES_MAX = 20

const escapeText = (text: string) => isolatesToHtml(escapeHtml(text))

/** Mail clients support inline styles only. Colours are left to them, so that dark ones stay dark. */
const STYLE = {
  body: 'margin:0 auto;max-width:36rem;padding:24px 16px;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere',
  name: 'margin:0 0 24px;font-size:18px;font-weight:700',
  list: 'margin:24px 0;padding:0;list-style:none',
  line: 'margin:0;padding:12px 0;border-top:1px solid rgba(128,128,128,.35)',
  title: 'display:block;font-weight:600',
  small: 'margin:12px 0 0;font-size:14px;opacity:.75',
} as const

interface Line {
  title: string
  body: string
  url: string | null
}

export interface NotificationMail {
  language: Language
  name: string
  site: Site
  /** Null when the installation has no public address. */
  unsubscribeUrl: string | null
  /** A daily mail instead of an immediate one. */
  daily: boolean
  notifications: readonly { kind: NotificationKind; params: NotificationParams; link: string }[]
}

const subjectOf = (
  { language, daily, notifications }: NotificationMail,
  [first]: readonly Line[],
): string => {
  const { subject, subjectMany, subjectDaily } = mailTexts(language)
  if (notifications.length === 1 && first) return fill(subject, { line: `${first.title} – ${first.body}` })
  return fill(daily ? subjectDaily : subjectMany, { count: notifications.length })
}

const renderText = (
  { language, unsubscribeUrl }: NotificationMail,
  greeting: string,
  lines: readonly Line[],
  more: string[],
) => {
  const texts = mailTexts(language)
  return [
    greeting,
    ...lines.map(({ title, body, url }) => {
      const line = `${title} – ${body}`
      return url === null ? line : `${line}\n${fill(texts.open, { url })}`
    }),
    ...more,
    texts.settings,
    ...(unsubscribeUrl === null ? [] : [fill(texts.unsubscribe, { url: unsubscribeUrl })]),
  ].join('\n\n')
}

const link = (url: string, text: string) => `<a href="${escapeText(url)}">${escapeText(text)}</a>`

const lineHtml = ({ title, body, url }: Line) =>
  `<li style="${STYLE.line}"><span style="${STYLE.title}">${
    url === null ? escapeText(title) : link(url, title)
  }</span><span style="display:block">${escapeText(body)}</span></li>`

const renderHtml = (mail: NotificationMail, greeting: string, lines: readonly Line[], more: string[]) => {
  const { language, site, unsubscribeUrl } = mail
  const texts = mailTexts(language)
  const settingsUrl = site.urlOf('/user-profile#notifications')
  const links = [
    ...(settingsUrl === null ? [] : [link(settingsUrl, texts.settingsLink)]),
    ...(unsubscribeUrl === null ? [] : [link(unsubscribeUrl, texts.stop)]),
  ]
  const small = [...more, texts.settings].map((each) => `<p style="${STYLE.small}">${escapeText(each)}</p>`)
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>',
    `<body dir="${directionOf(language)}" style="${STYLE.body}">`,
    `<p dir="auto" style="${STYLE.name}">${escapeText(site.name)}</p><p dir="auto">${escapeText(greeting)}</p>`,
    `<ul style="${STYLE.list}">${lines.map(lineHtml).join('')}</ul>`,
    ...small,
    ...(links.length > 0 ? [`<p style="${STYLE.small}">${links.join(' · ')}</p>`] : []),
    '</body></html>',
  ].join('')
}

/** Renders one mail about all these notifications. */
export const mailOf = (mail: NotificationMail): { subject: string; text: string; html: string } => {
  const { language, site, notifications } = mail
  const texts = mailTexts(language)
  const lines = notifications
    .slice(0, LINES_MAX)
    .map((each): Line => ({ ...notificationText(language, each), url: site.urlOf(each.link) }))
  const omitted = notifications.length - lines.length
  const more = omitted > 0 ? [fill(texts.more, { count: omitted })] : []
  const greeting = fill(texts.hello, { name: mail.name })
  return {
    subject: subjectOf(mail, lines),
    text: renderText(mail, greeting, lines, more),
    html: renderHtml(mail, greeting, lines, more),
  }
}
