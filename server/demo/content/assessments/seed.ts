/** The question bank of the demo and its two assessments: the entrance assessment and a short one. */
import type { AssessmentSettings, AssessmentTexts } from '#contract/assessments/admin/authoring.ts'
import type { DrawRule } from '#contract/assessments/admin/draw-rules.ts'
import { BANDS_DEFAULT } from '#contract/assessments/shapes.ts'
import { languages, type Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import {
  addAssessment,
  addStaff,
  addQuestion,
  putTopic,
  setAssessmentStatus,
} from '#server/features/question-bank/index.ts'
import type { ContentTenant, SeededCourse } from '../seed/seed-courses.ts'
import { draftOf } from './kit.ts'
import { demoTopics, type DemoBankTopic } from './topics.ts'

type TopicKey = DemoBankTopic['key']

interface TenantPlan {
  readonly languages: readonly [Language, ...Language[]]
  /** Titles of the tenant's courses in each step of the roadmap. */
  readonly foundation: Readonly<Record<TopicKey, readonly string[]>>
  readonly core: readonly string[]
  readonly projects: readonly string[]
  readonly interview: readonly string[]
  readonly placementPages: AssessmentSettings['roadmap']['placement_pages']
}

const plans: ReadonlyMap<number, TenantPlan> = new Map([
  [
    7,
    {
      languages,
      foundation: {
        quantitative: ['Aptitude: Quantitative Reasoning'],
        logical: ['Aptitude: Quantitative Reasoning'],
        verbal: ['English for Work'],
        data: ['Statistics without Fear', 'Excel for Analysts'],
      },
      core: ['Python Foundations', 'SQL from First Query to Joins'],
      projects: ['Tableau and Charts that Tell the Truth', 'Web Basics'],
      interview: ['Interview Preparation for Freshers'],
      placementPages: ['/jobs', '/live'],
    },
  ],
  [
    8,
    {
      languages: ['ar', 'en'],
      foundation: {
        quantitative: ['الإحصاء للجميع'],
        logical: ['أساسيات بايثون'],
        verbal: ['الاستعداد لمقابلة العمل'],
        data: ['الإحصاء للجميع'],
      },
      core: ['أساسيات بايثون'],
      projects: ['مدخل إلى SQL: من السؤال إلى الجواب'],
      interview: ['الاستعداد لمقابلة العمل'],
      placementPages: ['/live'],
    },
  ],
])

const ENTRANCE_TEXTS: Readonly<Record<Language, AssessmentTexts>> = {
  en: {
    title: 'Entrance assessment',
    description:
      'Numbers, reasoning, language and data: the entrance assessment of the programme. Your result decides the scholarship and the first steps of your roadmap.',
    instructions:
      'Have paper and a pencil at hand; a calculator is not needed. Every question has exactly one right answer, and a wrong answer costs nothing, so answer every question. If your connection breaks, go on: your answers are kept and sent as soon as it is back.',
  },
  hi: {
    title: 'प्रवेश मूल्यांकन',
    description:
      'संख्याएँ, तर्क, भाषा और आँकड़े: कार्यक्रम का प्रवेश मूल्यांकन। आपका परिणाम छात्रवृत्ति और आपके रोडमैप के पहले क़दम तय करता है।',
    instructions:
      'काग़ज़ और पेंसिल पास रखें; कैलकुलेटर की ज़रूरत नहीं है। हर प्रश्न का ठीक एक सही उत्तर है और ग़लत उत्तर पर कुछ नहीं कटता, इसलिए हर प्रश्न का उत्तर दें। कनेक्शन टूट जाए तो भी आगे बढ़ते रहें: आपके उत्तर सुरक्षित रहते हैं और कनेक्शन लौटते ही भेज दिए जाते हैं।',
  },
  ar: {
    title: 'اختبار القبول',
    description:
      'أعداد ومنطق ولغة وبيانات: اختبار القبول في البرنامج. نتيجتك تحدد المنحة والخطوات الأولى في خارطة طريقك.',
    instructions:
      'جهّز ورقة وقلمًا، ولا حاجة إلى آلة حاسبة. لكل سؤال جواب صحيح واحد بالضبط ولا يُخصم شيء على الجواب الخطأ، فأجب عن كل الأسئلة. إن انقطع الاتصال فتابع: تُحفظ إجاباتك وتُرسل فور عودته.',
  },
}
const SHORT_TEXTS: Readonly<Record<Language, AssessmentTexts>> = {
  en: {
    title: 'Short assessment: where do I stand?',
    description: 'A calm look at where you stand: a few easy and medium questions of every topic.',
    instructions:
      'Take it whenever it suits you. You may take it three times, each time with other questions.',
  },
  hi: {
    title: 'लघु मूल्यांकन: मैं कहाँ हूँ?',
    description: 'शांति से देखें कि आप कहाँ हैं: हर विषय के कुछ आसान और मध्यम प्रश्न।',
    instructions: 'जब सुविधा हो तब दें। आप इसे तीन बार दे सकते हैं, हर बार अलग प्रश्नों के साथ।',
  },
  ar: {
    title: 'اختبار قصير: أين أقف؟',
    description: 'نظرة هادئة إلى مستواك: أسئلة قليلة سهلة ومتوسطة من كل موضوع.',
    instructions: 'أدِّه متى شئت. يمكنك أداؤه ثلاث مرات، وفي كل مرة أسئلة أخرى.',
  },
}

const pickLanguages = <T>(texts: Readonly<Record<Language, T>>, wanted: readonly Language[]) =>
  Object.fromEntries(wanted.map((language) => [language, texts[language]]))

/** Runs after the courses, because the roadmap refers to them. */
export const seedAssessments = async (
  db: TenantDb,
  { clientId, people }: ContentTenant,
  courses: readonly SeededCourse[],
  now: Date,
): Promise<void> => {
  const plan = plans.get(clientId)
  if (!plan) return
  const adminId = people.find(({ role }) => role === 'admin')?.id ?? null
  const instructorId = people.find(({ role }) => role === 'instructor')?.id
  const authorship = { now, by: adminId }
  const [language] = plan.languages
  const topicIds = new Map<TopicKey, number>()
  for (const { key, names, questions } of demoTopics) {
    const topicId = await putTopic(db, clientId, key, pickLanguages(names, plan.languages))
    topicIds.set(key, topicId)
    for (const [index, question] of questions.entries()) {
      const draft = draftOf(question, index, { topicId, language, languages: plan.languages })
      await addQuestion(db, clientId, draft, authorship)
    }
  }
  const idOf = (key: TopicKey) => topicIds.get(key) ?? 0
  const courseIds = (titles: readonly string[]) =>
    courses.filter((course) => titles.includes(course.source.title)).map(({ courseId }) => courseId)
  const rule = (key: TopicKey, difficulty: DrawRule['difficulty'], count: number): DrawRule => ({
    topic_id: idOf(key),
    difficulty,
    count,
  })
  const settings: AssessmentSettings = {
    language,
    texts: pickLanguages(ENTRANCE_TEXTS, plan.languages),
    variant: 'full',
    duration_minutes: 30,
    opens_at: null,
    closes_at: null,
    attempts_allowed: 1,
    phone_verification: true,
    shuffle_questions: true,
    shuffle_options: true,
    release: 'now',
    bands: [...BANDS_DEFAULT],
    pass_percent: null,
    rules: [
      ...(['quantitative', 'logical'] as const).flatMap((key) => [
        rule(key, 'easy', 3),
        rule(key, 'medium', 3),
        rule(key, 'hard', 2),
      ]),
      ...(['verbal', 'data'] as const).flatMap((key) => [
        rule(key, 'easy', 2),
        rule(key, 'medium', 3),
        rule(key, 'hard', 2),
      ]),
    ],
    fixed: [],
    roadmap: {
      weak_below_percent: 60,
      foundation: demoTopics.map(({ key }) => ({
        topic_id: idOf(key),
        course_ids: courseIds(plan.foundation[key]),
      })),
      core: courseIds(plan.core),
      projects: courseIds(plan.projects),
      interview: courseIds(plan.interview),
      placement: [],
      placement_pages: [...plan.placementPages],
    },
  }
  const short: AssessmentSettings = {
    ...settings,
    texts: pickLanguages(SHORT_TEXTS, plan.languages),
    variant: 'short',
    duration_minutes: 10,
    attempts_allowed: 3,
    phone_verification: false,
    bands: [],
    rules: [
      rule('quantitative', 'easy', 2),
      rule('quantitative', 'medium', 1),
      rule('logical', 'easy', 2),
      rule('logical', 'medium', 1),
      rule('verbal', 'easy', 2),
      rule('data', 'easy', 1),
      rule('data', 'medium', 1),
    ],
  }
  for (const assessment of [settings, short]) {
    const { id } = await addAssessment(db, clientId, assessment, authorship)
    await setAssessmentStatus(db, { clientId, assessmentId: id }, 'active', authorship)
    if (instructorId !== undefined && adminId !== null)
      await addStaff(db, { clientId, assessmentId: id }, instructorId, { now, by: adminId })
  }
}
