/** What a new automation says before its author changes it, in the languages of the client. */
import { randomUUID } from 'node:crypto'
import type { AutomationKind } from '#contract/emails/campaigns.ts'
import type { Block, MailContent } from '#contract/emails/content.ts'
import type { Language } from '#contract/languages.ts'

interface Texts {
  subject: string
  heading: string
  text: string
}

const TEXTS: Record<AutomationKind, Record<Language, Texts>> = {
  welcome: {
    en: {
      subject: 'Welcome to {{academy}}',
      heading: 'Hello {{first_name|there}}',
      text: 'Good to have you here. Choose a course and start with the first lesson: ten minutes are enough for today.',
    },
    hi: {
      subject: '{{academy}} में आपका स्वागत है',
      heading: 'नमस्ते {{first_name|दोस्त}}',
      text: 'आपका यहाँ होना हमें अच्छा लगा। कोई कोर्स चुनें और पहला पाठ शुरू करें: आज के लिए दस मिनट काफ़ी हैं।',
    },
    ar: {
      subject: 'مرحبًا بك في {{academy}}',
      heading: 'مرحبًا {{first_name|بك}}',
      text: 'يسعدنا انضمامك إلينا. اختر دورة وابدأ بالدرس الأول: عشر دقائق تكفي لهذا اليوم.',
    },
  },
  inactive: {
    en: {
      subject: 'Pick up where you left off',
      heading: 'Hello {{first_name|there}}',
      text: 'It’s been a week since your last lesson. Your progress is saved, so you can carry on right where you stopped.',
    },
    hi: {
      subject: 'जहाँ रुके थे, वहीं से आगे बढ़ें',
      heading: 'नमस्ते {{first_name|दोस्त}}',
      text: 'आपके पिछले पाठ को एक हफ़्ता हो गया है। आपकी प्रगति सुरक्षित है, इसलिए आप वहीं से आगे बढ़ सकते हैं जहाँ रुके थे।',
    },
    ar: {
      subject: 'تابع من حيث توقفت',
      heading: 'مرحبًا {{first_name|بك}}',
      text: 'مر أسبوع على آخر درس لك. تقدمك محفوظ، ويمكنك المتابعة من حيث توقفت تمامًا.',
    },
  },
  course_finished: {
    en: {
      subject: 'You finished {{course|your course}}',
      heading: 'Well done, {{first_name|friend}}!',
      text: 'You finished **{{course|your course}}**. Take a moment to be proud, then choose what to learn next.',
    },
    hi: {
      subject: 'आपने {{course|अपना कोर्स}} पूरा कर लिया',
      heading: 'शाबाश, {{first_name|दोस्त}}!',
      text: 'आपने **{{course|अपना कोर्स}}** पूरा कर लिया। इस उपलब्धि पर गर्व करें, फिर चुनें कि आगे क्या सीखना है।',
    },
    ar: {
      subject: 'لقد أكملت {{course|دورتك}}',
      heading: 'أحسنت يا {{first_name|صديقنا}}!',
      text: 'لقد أكملت **{{course|دورتك}}**. افتخر بما أنجزته، ثم اختر ما ستتعلمه بعد ذلك.',
    },
  },
}

export const starterOf = (kind: AutomationKind, languages: readonly Language[]): MailContent => {
  const inAll = (part: keyof Texts) =>
    Object.fromEntries(languages.map((language) => [language, TEXTS[kind][language][part]]))
  const block = (as: 'heading' | 'text'): Block => ({ id: randomUUID(), kind: as, text: inAll(as), url: '' })
  return { subject: inAll('subject'), preview_text: {}, blocks: [block('heading'), block('text')] }
}
