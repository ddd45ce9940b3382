/** The mails about a payment link, by language. */
import type { Language } from '#contract/languages.ts'

export type LinkMail = 'link' | 'access' | 'reminder'

interface Texts {
  readonly subject: string
  readonly text: string
}

export interface LinkMailTexts {
  readonly hello: string
  readonly pay: string
  readonly note: string
  readonly mails: Readonly<Record<LinkMail, Texts>>
}

const en: LinkMailTexts = {
  hello: 'Hello,',
  pay: 'See the details and pay: {url}',
  note: 'This link is for you alone, so please don’t forward it. If you don’t know what it is about, ignore this mail.',
  mails: {
    link: {
      subject: '{title}: your payment link',
      text: '{client} asks you to pay {amount} for “{title}”. You can pay until {until}.',
    },
    access: {
      subject: '{title}: open your payment link',
      text: 'You asked to open your payment link of {client} for “{title}”.',
    },
    reminder: {
      subject: '{title}: pay until {until}',
      text: '{amount} for “{title}” is still open at {client}. You can pay until {until}.',
    },
  },
}

const hi: LinkMailTexts = {
  hello: 'नमस्ते,',
  pay: 'विवरण देखें और भुगतान करें: {url}',
  note: 'यह लिंक सिर्फ़ आपके लिए है, इसलिए इसे किसी और को न भेजें। अगर आपको नहीं पता कि यह किस बारे में है, तो इस मेल को अनदेखा करें।',
  mails: {
    link: {
      subject: '{title}: आपका भुगतान लिंक',
      text: '{client} ने “{title}” के लिए आपसे {amount} का भुगतान माँगा है। आप {until} तक भुगतान कर सकते हैं।',
    },
    access: {
      subject: '{title}: अपना भुगतान लिंक खोलें',
      text: 'आपने {client} का “{title}” वाला भुगतान लिंक खोलना चाहा है।',
    },
    reminder: {
      subject: '{title}: {until} तक भुगतान करें',
      text: '{client} में “{title}” के लिए {amount} अब भी बाकी है। आप {until} तक भुगतान कर सकते हैं।',
    },
  },
}

const ar: LinkMailTexts = {
  hello: 'مرحبًا،',
  pay: 'اطّلع على التفاصيل وادفع: {url}',
  note: 'هذا الرابط لك وحدك، فلا ترسله إلى غيرك من فضلك. إذا كنت لا تعرف ما الأمر، فتجاهل هذه الرسالة.',
  mails: {
    link: {
      subject: '{title}: رابط الدفع الخاص بك',
      text: 'تطلب منك {client} دفع {amount} مقابل «{title}». يمكنك الدفع حتى {until}.',
    },
    access: {
      subject: '{title}: افتح رابط الدفع',
      text: 'طلبت فتح رابط الدفع لدى {client} مقابل «{title}».',
    },
    reminder: {
      subject: '{title}: ادفع قبل انتهاء {until}',
      text: 'ما زال مبلغ {amount} مقابل «{title}» متبقيًا لدى {client}. يمكنك الدفع حتى {until}.',
    },
  },
}

export const linkMailTexts: Readonly<Record<Language, LinkMailTexts>> = { en, hi, ar }
