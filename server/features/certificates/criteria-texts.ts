/** What a certificate certifies, in words, for pages and documents that the server writes. */
import type { CertificateKind, Criterion } from '#contract/certificates/shapes.ts'
import { languageInfo, languages, type Language } from '#contract/languages.ts'

interface CriteriaTexts {
  readonly course: string
  readonly assessment: string
  readonly finalQuiz: (percent: string) => string
  readonly ownScore: (percent: string) => string
  readonly scoreIn: (percent: string, title: string) => string
  readonly time: (duration: string) => string
  readonly attendance: (percent: string) => string
}

const texts: Readonly<Record<Language, CriteriaTexts>> = {
  en: {
    course: 'Completed the whole course',
    assessment: 'Passed the assessment',
    finalQuiz: (percent) => `Scored at least ${percent} in the final quiz`,
    ownScore: (percent) => `Scored at least ${percent}`,
    scoreIn: (percent, title) => `Scored at least ${percent} in “${title}”`,
    time: (duration) => `Studied for at least ${duration}`,
    attendance: (percent) => `Attended at least ${percent} of the live classes`,
  },
  hi: {
    course: 'पूरा कोर्स पूरा किया',
    assessment: 'मूल्यांकन में उत्तीर्ण',
    finalQuiz: (percent) => `अंतिम क्विज़ में कम से कम ${percent} अंक पाए`,
    ownScore: (percent) => `कम से कम ${percent} अंक पाए`,
    scoreIn: (percent, title) => `“${title}” में कम से कम ${percent} अंक पाए`,
    time: (duration) => `कम से कम ${duration} पढ़ाई की`,
    attendance: (percent) => `कम से कम ${percent} लाइव कक्षाओं में उपस्थिति`,
  },
  ar: {
    course: 'أكمل الدورة كلها',
    assessment: 'اجتاز التقييم',
    finalQuiz: (percent) => `حصل على ${percent} على الأقل في الاختبار النهائي`,
    ownScore: (percent) => `حصل على ${percent} على الأقل`,
    scoreIn: (percent, title) => `حصل على ${percent} على الأقل في «${title}»`,
    time: (duration) => `درس ${duration} على الأقل`,
    attendance: (percent) => `حضر ${percent} على الأقل من الحصص المباشرة`,
  },
}

// Making one takes longer than everything else on the verification page.
const percentFormats = new Map(
  languages.map((language) => [
    language,
    new Intl.NumberFormat(languageInfo(language).locale, { style: 'percent' }),
  ]),
)

/** Whole hours where they are whole. */
const durationText = (minutes: number, locale: string): string => {
  const isHours = minutes % 60 === 0
  const unit = isHours ? 'hour' : 'minute'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    isHours ? minutes / 60 : minutes,
  )
}

/** Null for what is nobody else's business: whether a course was paid. The learner's own figures are left out too. */
const textOf = (
  { kind, target, assessment }: Criterion,
  of: CertificateKind,
  language: Language,
): string | null => {
  const words = texts[language]
  const { locale } = languageInfo(language)
  const percent = percentFormats.get(language)?.format((target ?? 0) / 100) ?? `${target ?? 0} %`
  switch (kind) {
    case 'completion':
      return words[of]
    case 'score':
      if (assessment) return words.scoreIn(percent, assessment.title)
      return of === 'course' ? words.finalQuiz(percent) : words.ownScore(percent)
    case 'time':
      return words.time(durationText(target ?? 0, locale))
    case 'attendance':
      return words.attendance(percent)
    case 'payment':
      return null
  }
}

export const criteriaTexts = (
  criteria: readonly Criterion[],
  kind: CertificateKind,
  language: Language,
): string[] =>
  criteria.flatMap((criterion) => {
    const text = textOf(criterion, kind, language)
    return text === null ? [] : [text]
  })
