/** The mails about parts of a programme that are to be paid, by language. */
import type { Language } from '#contract/languages.ts'
import type { ReminderMoment } from './reminders.ts'

interface ReminderTexts {
  readonly hello: string
  readonly pay: string
  readonly note: string
  readonly mails: Readonly<Record<ReminderMoment, { readonly subject: string; readonly text: string }>>
}

const en: ReminderTexts = {
  hello: 'Hello {name},',
  pay: 'See your schedule and pay: {url}',
  note: 'If you have just paid, you can ignore this mail.',
  mails: {
    before: {
      subject: '{title}: pay until {due}',
      text: '{amount} for “{title}” is due on {due} at {client}.',
    },
    today: {
      subject: '{title}: a payment is due today',
      text: '{amount} for “{title}” is due today at {client}. Your courses stay open until {until}.',
    },
    late: {
      subject: '{title}: please pay until {until}',
      text: '{amount} for “{title}” is still open at {client}; it was due on {due}. Please pay until {until}. After that you can only read in your courses until you have paid. Nothing is deleted.',
    },
    last: {
      subject: '{title}: today is the last day to pay',
      text: '{amount} for “{title}” is still open at {client}. From tomorrow you can only read in your courses until you have paid. Nothing is deleted.',
    },
  },
}

const hi: ReminderTexts = {
  hello: 'नमस्ते {name},',
  pay: 'अपनी किस्तें देखें और भुगतान करें: {url}',
  note: 'अगर आपने अभी-अभी भुगतान किया है, तो इस मेल को अनदेखा करें।',
  mails: {
    before: {
      subject: '{title}: {due} तक भुगतान करें',
      text: '{client} में “{title}” के लिए {amount} का भुगतान {due} तक करना है।',
    },
    today: {
      subject: '{title}: आज भुगतान का दिन है',
      text: '{client} में “{title}” के लिए {amount} का भुगतान आज करना है। आपके कोर्स {until} तक खुले रहेंगे।',
    },
    late: {
      subject: '{title}: कृपया {until} तक भुगतान करें',
      text: '{client} में “{title}” के लिए {amount} अब भी बाकी है; इसकी तारीख {due} थी। कृपया {until} तक भुगतान करें। उसके बाद भुगतान होने तक आप अपने कोर्स सिर्फ़ पढ़ सकेंगे। कुछ भी मिटाया नहीं जाता।',
    },
    last: {
      subject: '{title}: भुगतान का आज आखिरी दिन है',
      text: '{client} में “{title}” के लिए {amount} अब भी बाकी है। कल से भुगतान होने तक आप अपने कोर्स सिर्फ़ पढ़ सकेंगे। कुछ भी मिटाया नहीं जाता।',
    },
  },
}

const ar: ReminderTexts = {
  hello: 'مرحبًا {name}،',
  pay: 'اطّلع على جدول دفعاتك وادفع: {url}',
  note: 'إذا دفعت للتو، فتجاهل هذه الرسالة.',
  mails: {
    before: {
      subject: '{title}: ادفع حتى {due}',
      text: 'يحين موعد دفع {amount} مقابل «{title}» لدى {client} في {due}.',
    },
    today: {
      subject: '{title}: موعد الدفع اليوم',
      text: 'يحين اليوم موعد دفع {amount} مقابل «{title}» لدى {client}. تبقى دوراتك متاحة حتى {until}.',
    },
    late: {
      subject: '{title}: يُرجى الدفع حتى {until}',
      text: 'ما زال مبلغ {amount} مقابل «{title}» متبقيًا لدى {client}، وكان موعده {due}. يُرجى الدفع حتى {until}. بعد ذلك يمكنك القراءة فقط في دوراتك إلى أن تدفع. لا يُحذف شيء.',
    },
    last: {
      subject: '{title}: اليوم آخر يوم للدفع',
      text: 'ما زال مبلغ {amount} مقابل «{title}» متبقيًا لدى {client}. ابتداءً من الغد يمكنك القراءة فقط في دوراتك إلى أن تدفع. لا يُحذف شيء.',
    },
  },
}

export const reminderTexts: Readonly<Record<Language, ReminderTexts>> = { en, hi, ar }
