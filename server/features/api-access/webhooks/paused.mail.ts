/** Tells admins that a webhook was paused, each in their language. The mails are queued in the caller's transaction. */
import { sql } from 'kysely'
import { directionOf, type Language } from '#contract/languages.ts'
import type { Outbox } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Site } from '#server/core/mail/site.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'

type Reason = 'failures' | 'owner'

const TEXTS: Record<Language, { subject: string; paragraphs: Record<Reason, readonly string[]> }> = {
  en: {
    subject: 'A webhook of {site} is paused',
    paragraphs: {
      failures: [
        'The server at {host} has not accepted an event for more than two days. We stopped sending to it.',
        'New events are kept for 30 days. When the server works again, turn the webhook on and we send what is waiting:',
      ],
      owner: [
        'The admin who owned the webhook to {host} is no longer an admin. We stopped sending to it, because this person may still control that server.',
        'New events are kept for 30 days. If the server belongs to your organisation, take the webhook over and we send what is waiting; if not, delete it:',
      ],
    },
  },
  hi: {
    subject: '{site} का एक वेबहुक रुका हुआ है',
    paragraphs: {
      failures: [
        '{host} का सर्वर दो दिन से ज़्यादा समय से एक इवेंट नहीं ले रहा है। हमने उसे भेजना रोक दिया है।',
        'नए इवेंट 30 दिन तक रखे जाते हैं। सर्वर फिर चलने लगे तो वेबहुक चालू करें, हम रुके हुए इवेंट भेज देंगे:',
      ],
      owner: [
        '{host} के वेबहुक के ज़िम्मेदार व्यक्ति अब एडमिन नहीं हैं। वह सर्वर अब भी उनके हाथ में हो सकता है, इसलिए हमने उसे भेजना रोक दिया है।',
        'नए इवेंट 30 दिन तक रखे जाते हैं। सर्वर आपके संस्थान का हो तो वेबहुक की ज़िम्मेदारी लें, हम रुके हुए इवेंट भेज देंगे; नहीं हो तो उसे हटा दें:',
      ],
    },
  },
  ar: {
    subject: 'توقّف أحد عناوين Webhook في {site}',
    paragraphs: {
      failures: [
        'لم يقبل الخادم {host} أحد الأحداث منذ أكثر من يومين، فأوقفنا الإرسال إليه.',
        'نحتفظ بالأحداث الجديدة 30 يومًا. عندما يعمل الخادم من جديد، شغّل الإرسال وسنرسل ما ينتظر:',
      ],
      owner: [
        'صاحب عنوان Webhook على {host} لم يعد من المسؤولين، وربما ما زال يتحكم في ذلك الخادم، فأوقفنا الإرسال إليه.',
        'نحتفظ بالأحداث الجديدة 30 يومًا. إن كان الخادم تابعًا لمؤسستك فتولَّ أمر العنوان وسنرسل ما ينتظر، وإلا فاحذفه:',
      ],
    },
  },
}

const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

export const notifyAdmins = async (
  outbox: Outbox,
  db: TenantDb,
  site: Site,
  { clientId, url, reason }: { clientId: number; url: string; reason: Reason },
): Promise<void> => {
  const { rows } = await sql<{ email: string; language: Language }>`
    select email, language from app_user
    where client_id = ${clientId} and role in ('admin', 'superadmin') and disabled_at is null
    order by id`.execute(db)
  const link = site.urlOf('/admin/api')
  for (const { email, language } of rows) {
    const values = { site: site.name, host: new URL(url).host }
    const lines = TEXTS[language].paragraphs[reason].map((text) => fill(text, values))
    const blocks = lines.map((text) => `<p dir="auto">${escapeHtml(text)}</p>`).join('')
    const anchor = link && `<p dir="ltr"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`
    await outbox.add(db, {
      to: email,
      channel: 'email',
      language,
      subject: fill(TEXTS[language].subject, values),
      text: [...lines, ...(link === null ? [] : [link])].join('\n\n'),
      html: `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"></head><body style="font:16px/1.5 system-ui,sans-serif">${blocks}${anchor ?? ''}</body></html>`,
    })
  }
}
