/** Mails about registrations, in the person's language. They are queued in the caller's transaction. */
import { directionOf, isLanguage, type Language } from '#contract/languages.ts'
import type { RegistrationStatus } from '#contract/workshops/shapes.ts'
import { calendarText } from '#server/core/calendar/icalendar.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { siteOf, type Site } from '#server/core/mail/site.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'
import type { MailContext } from '../context.ts'
import { mailTexts, type WorkshopMail } from './mail-texts.ts'
import type { RegistrationRow } from '../registrations.repository.ts'
import { endOf } from '../seats.ts'
import { registrationToken } from '../tokens.ts'
import type { WorkshopRow } from '../workshops.repository.ts'

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

export const languageOfRow = ({ language }: { language: string }): Language =>
  isLanguage(language) ? language : 'en'

/** "Saturday, 5 December 2026 at 10:00 (Asia/Kolkata)", with the digits that the app uses. */
const timeText = (at: Date, zone: string, language: Language): string => {
  const format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: zone,
  })
  return `${format.format(at)} (${zone})`
}

/** The page of the registration. The token is behind a `#`, which no browser sends to a server. */
const registrationPath = (context: MailContext, workshop: WorkshopRow, row: RegistrationRow): string =>
  `/w/${workshop.code}#r=${registrationToken(context.linkKey, { clientId: row.client_id, id: row.id, key: row.key })}`

export const calendarOf = (
  workshop: WorkshopRow,
  options: { isCancelled?: boolean; withLink?: boolean; url?: string | null } = {},
): string =>
  calendarText([
    {
      uid: `workshop-${workshop.client_id}-${workshop.code}@lms`,
      sequence: workshop.sequence,
      changedAt: workshop.updated_at,
      startsAt: workshop.starts_at,
      endsAt: endOf(workshop),
      title: workshop.title,
      description: [workshop.description, options.withLink ? workshop.link : ''].filter(Boolean).join('\n\n'),
      isCancelled: options.isCancelled ?? false,
      location: workshop.place || (options.withLink ? workshop.link : ''),
      ...(options.url && { url: options.url }),
    },
  ])

/** Mails with a calendar file: it adds the workshop, moves it, or takes it away. */
const calendarFor = (mail: WorkshopMail, workshop: WorkshopRow, row: RegistrationRow): string | null => {
  if (mail === 'confirmed') return calendarOf(workshop, { withLink: true })
  if (mail === 'workshop_changed' && row.status === 'confirmed')
    return calendarOf(workshop, { withLink: true })
  if (mail === 'cancelled' || mail === 'workshop_cancelled')
    return calendarOf(workshop, { isCancelled: true })
  return null
}

const page = (language: Language, paragraphs: readonly string[]): string => {
  const blocks = paragraphs
    .map((text) => `<p dir="auto">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`)
    .join('')
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"></head><body style="font:16px/1.5 system-ui,sans-serif">${blocks}</body></html>`
}

const urlFor = (
  context: MailContext,
  site: Site,
  mail: WorkshopMail,
  workshop: WorkshopRow,
  row: RegistrationRow,
): string | null =>
  site.urlOf(
    mail === 'expired' || mail === 'cancelled' || mail === 'workshop_cancelled'
      ? `/w/${workshop.code}`
      : registrationPath(context, workshop, row),
  )

const paragraphsOf = (
  mail: WorkshopMail,
  workshop: WorkshopRow,
  row: RegistrationRow,
  url: string | null,
): { subject: string; paragraphs: string[] } => {
  const language = languageOfRow(row)
  const texts = mailTexts[language]
  const { subject, text, link } = texts.mails[mail]
  const values = {
    name: row.name,
    workshop: workshop.title,
    time: timeText(workshop.starts_at, workshop.time_zone, language),
    until: row.until ? timeText(row.until, workshop.time_zone, language) : '',
    place: workshop.place,
    link: workshop.link,
    url: url ?? '',
  }
  const showsTime = mail !== 'expired' && mail !== 'cancelled' && mail !== 'workshop_cancelled'
  const hasSeat = mail === 'confirmed' || (mail === 'workshop_changed' && row.status === 'confirmed')
  const facts = [
    ...(showsTime ? [texts.when] : []),
    ...(showsTime && workshop.place ? [texts.where] : []),
    ...(hasSeat && workshop.link ? [texts.online] : []),
  ]
  return {
    subject: fill(subject, values),
    paragraphs: [
      fill(texts.hello, values),
      fill(text, values),
      ...(facts.length > 0 ? [facts.map((line) => fill(line, values)).join('\n')] : []),
      ...(url === null ? [] : [fill(link, values)]),
    ],
  }
}

export const mailRegistration = async (
  context: MailContext,
  db: TenantDb,
  mail: WorkshopMail,
  workshop: WorkshopRow,
  row: RegistrationRow,
): Promise<void> => {
  const site = await siteOf(db, context, row.client_id)
  const url = urlFor(context, site, mail, workshop, row)
  const { subject, paragraphs } = paragraphsOf(mail, workshop, row, url)
  const language = languageOfRow(row)
  const calendar = calendarFor(mail, workshop, row)
  await context.outbox.add(db, {
    to: row.email,
    channel: 'email',
    language,
    subject,
    text: paragraphs.join('\n\n'),
    html: page(language, paragraphs),
    ...(calendar !== null && { calendar }),
  })
}

/** A mail that staff wrote. */
export const mailFromStaff = async (
  context: MailContext,
  db: TenantDb,
  written: { subject: string; text: string },
  workshop: WorkshopRow,
  row: RegistrationRow,
): Promise<void> => {
  const site = await siteOf(db, context, row.client_id)
  const url = site.urlOf(registrationPath(context, workshop, row))
  const language = languageOfRow(row)
  const texts = mailTexts[language]
  const paragraphs = [
    fill(texts.hello, { name: row.name }),
    ...written.text
      .split(/\n{2,}/)
      .map((text) => text.trim())
      .filter(Boolean),
    ...(url === null ? [] : [fill(texts.mails.workshop_changed.link, { url })]),
  ]
  await context.outbox.add(db, {
    to: row.email,
    channel: 'email',
    language,
    subject: written.subject,
    text: paragraphs.join('\n\n'),
    html: page(language, paragraphs),
  })
}

const MAIL_OF_STATUS: Partial<Record<RegistrationStatus, WorkshopMail>> = {
  registered: 'check_mail',
  waiting: 'waiting',
  offered: 'offered',
  confirmed: 'confirmed',
}

/** Tells people how their registration stands; nothing for those whose workshop is over. */
export const mailStatus = async (
  context: MailContext,
  db: TenantDb,
  workshop: WorkshopRow,
  row: RegistrationRow,
): Promise<void> => {
  const mail = MAIL_OF_STATUS[row.status]
  if (mail) await mailRegistration(context, db, mail, workshop, row)
}
