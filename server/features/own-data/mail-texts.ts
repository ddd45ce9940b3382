import { directionOf, type Language } from '#contract/languages.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'

export type OwnDataMail = 'exportReady' | 'deletionPlanned' | 'deletionCancelled'

type Texts = Record<OwnDataMail, { subject: string; paragraphs: readonly string[] }> & {
  deletedMember: string
}

export const ownDataTexts: Record<Language, Texts> = {
  en: {
    deletedMember: 'Deleted member',
    exportReady: {
      subject: 'The copy of your data at {tenant} is ready',
      paragraphs: [
        'Hello {name},',
        'the copy of your data that you asked for is ready. You can download it until {date} in your profile under “Your data”:',
        '{link}',
        'If you did not ask for it, change your password and sign out your other devices.',
      ],
    },
    deletionPlanned: {
      subject: 'Your account at {tenant} will be deleted on {date}',
      paragraphs: [
        'Hello {name},',
        'you asked us to delete your account. It will be deleted on {date}, and this cannot be undone afterwards.',
        'Until then you can change your mind: sign in, open your profile and choose “Keep my account” under “Your data”:',
        '{link}',
        'If you did not ask for this, keep your account, change your password and sign out your other devices.',
      ],
    },
    deletionCancelled: {
      subject: 'You keep your account at {tenant}',
      paragraphs: ['Hello {name},', 'your account will not be deleted. Everything stays as it was.'],
    },
  },
  hi: {
    deletedMember: 'हटाया गया सदस्य',
    exportReady: {
      subject: '{tenant} पर आपके डेटा की कॉपी तैयार है',
      paragraphs: [
        'नमस्ते {name},',
        'आपने अपने डेटा की जो कॉपी माँगी थी, वह तैयार है। आप इसे {date} तक अपनी प्रोफ़ाइल में “आपका डेटा” से डाउनलोड कर सकते हैं:',
        '{link}',
        'अगर आपने यह नहीं माँगी थी, तो अपना पासवर्ड बदलें और बाकी डिवाइस साइन आउट करें।',
      ],
    },
    deletionPlanned: {
      subject: '{tenant} पर आपका खाता {date} को हटा दिया जाएगा',
      paragraphs: [
        'नमस्ते {name},',
        'आपने अपना खाता हटाने को कहा है। यह {date} को हटा दिया जाएगा, और उसके बाद इसे वापस नहीं लाया जा सकता।',
        'तब तक आप अपना मन बदल सकते हैं: साइन इन करें, अपनी प्रोफ़ाइल खोलें और “आपका डेटा” में “मेरा खाता रखें” चुनें:',
        '{link}',
        'अगर यह आपने नहीं कहा था, तो अपना खाता रखें, पासवर्ड बदलें और बाकी डिवाइस साइन आउट करें।',
      ],
    },
    deletionCancelled: {
      subject: '{tenant} पर आपका खाता बना रहेगा',
      paragraphs: ['नमस्ते {name},', 'आपका खाता नहीं हटाया जाएगा। सब कुछ पहले जैसा रहेगा।'],
    },
  },
  ar: {
    deletedMember: 'عضو محذوف',
    exportReady: {
      subject: 'نسخة بياناتك في {tenant} جاهزة',
      paragraphs: [
        'مرحبًا {name}،',
        'نسخة بياناتك التي طلبتها جاهزة. يمكنك تنزيلها حتى {date} من ملفك الشخصي في قسم «بياناتك»:',
        '{link}',
        'إن لم تكن أنت من طلبها، فغيّر كلمة المرور وسجّل الخروج من أجهزتك الأخرى.',
      ],
    },
    deletionPlanned: {
      subject: 'سيُحذف حسابك في {tenant} يوم {date}',
      paragraphs: [
        'مرحبًا {name}،',
        'طلبت منا حذف حسابك. سيُحذف يوم {date}، ولا يمكن التراجع بعد ذلك.',
        'حتى ذلك الحين يمكنك تغيير رأيك: سجّل الدخول وافتح ملفك الشخصي واختر «الاحتفاظ بحسابي» في قسم «بياناتك»:',
        '{link}',
        'إن لم تكن أنت من طلب ذلك، فاحتفظ بحسابك وغيّر كلمة المرور وسجّل الخروج من أجهزتك الأخرى.',
      ],
    },
    deletionCancelled: {
      subject: 'ستحتفظ بحسابك في {tenant}',
      paragraphs: ['مرحبًا {name}،', 'لن يُحذف حسابك. يبقى كل شيء كما كان.'],
    },
  },
}

/** Subject, text and HTML of a mail. `link` stands on a line of its own, or the line goes. */
export const ownDataMail = (
  language: Language,
  kind: OwnDataMail,
  values: Readonly<Record<'tenant' | 'name' | 'date', string>>,
  link: string | null,
) => {
  const { subject, paragraphs } = ownDataTexts[language][kind]
  const fill = (text: string) =>
    text.replace(/\{(tenant|name|date)\}/g, (_, key: keyof typeof values) => values[key])
  const lines = paragraphs.flatMap((text) =>
    text === '{link}' ? (link === null ? [] : [link]) : [fill(text)],
  )
  const blocks = lines.map((line) =>
    line === link
      ? `<p style="margin:0 0 16px"><a href="${escapeHtml(line)}">${escapeHtml(line)}</a></p>`
      : `<p dir="auto" style="margin:0 0 16px;font-size:16px;line-height:1.5">${escapeHtml(line)}</p>`,
  )
  return {
    subject: fill(subject),
    text: lines.join('\n\n'),
    html: `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(fill(subject))}</title></head><body style="margin:0;padding:24px;font-family:system-ui,sans-serif"><div style="max-width:480px;margin:0 auto">${blocks.join('')}</div></body></html>`,
  }
}
