/** Texts of an installed app's menu and its install dialog, in the language of the person who installs it. */
import type { Language } from '../languages.ts'
import type { ScreenshotPage } from './install-screenshots.ts'

export interface ManifestTexts {
  continue: string
  course: string
  assessment: string
  community_forum: string
  saved: string
  /** Labels of the screenshots in the install dialog. */
  screenshots: Record<ScreenshotPage, string>
}

export const manifestTexts: Readonly<Record<Language, ManifestTexts>> = {
  en: {
    continue: 'Continue learning',
    course: 'Courses',
    assessment: 'Assessments',
    community_forum: 'Community',
    saved: 'Saved for offline',
    screenshots: { home: 'Learning home' },
  },
  hi: {
    continue: 'सीखना जारी रखें',
    course: 'कोर्स',
    assessment: 'मूल्यांकन',
    community_forum: 'कम्युनिटी',
    saved: 'ऑफ़लाइन के लिए सहेजे गए',
    screenshots: { home: 'सीखने का होम पेज' },
  },
  ar: {
    continue: 'متابعة التعلّم',
    course: 'الدورات',
    assessment: 'الاختبارات',
    community_forum: 'المجتمع',
    saved: 'المحفوظ للعمل دون اتصال',
    screenshots: { home: 'صفحة التعلّم الرئيسية' },
  },
}
