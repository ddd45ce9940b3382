/** What an installed app's own menu and its install dialog say, in the language of whoever installs it. */
import type { Language } from '../common.ts'
import type { ShotPage } from './install-screenshots.ts'

export interface ManifestWords {
  continue: string
  course: string
  assessment: string
  community_forum: string
  saved: string
  /** What the pictures of the install dialog show. */
  shots: Record<ShotPage, string>
}

export const manifestWords: Readonly<Record<Language, ManifestWords>> = {
  en: {
    continue: 'Continue learning',
    course: 'Courses',
    assessment: 'Assessments',
    community_forum: 'Community',
    saved: 'Saved for offline',
    shots: { home: 'Learning home' },
  },
  hi: {
    continue: 'सीखना जारी रखें',
    course: 'कोर्स',
    assessment: 'मूल्यांकन',
    community_forum: 'कम्युनिटी',
    saved: 'ऑफ़लाइन के लिए सहेजे गए',
    shots: { home: 'सीखने का होम पेज' },
  },
  ar: {
    continue: 'متابعة التعلّم',
    course: 'الدورات',
    assessment: 'الاختبارات',
    community_forum: 'المجتمع',
    saved: 'المحفوظ للعمل دون اتصال',
    shots: { home: 'صفحة التعلّم الرئيسية' },
  },
}
