/** What search engines and shared links say about a client's pages, by language. */
import type { Language } from '#contract/languages.ts'

export const pageDescription: Readonly<Record<Language, (client: string) => string>> = {
  en: (client) => `Learn with ${client}: courses, practice and assessments, online and on your phone.`,
  hi: (client) => `${client} के साथ सीखें: कोर्स, अभ्यास और मूल्यांकन, ऑनलाइन और आपके फ़ोन पर।`,
  ar: (client) => `تعلّم مع ${client}: دورات وتدريبات واختبارات، عبر الإنترنت وعلى هاتفك.`,
}
