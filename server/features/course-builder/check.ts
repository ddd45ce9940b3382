/** Finds what blocks publishing a draft and what needs attention. Pure; dead links are checked elsewhere. */
import { languages, type Language } from '#contract/languages.ts'
import { blockingCodes, type CheckFinding } from '#contract/course-builder/course-builder.ts'
import {
  problemOf,
  questionsOf,
  type CourseDocument,
  type DraftItem,
  type DraftSection,
  type NodeKind,
} from '#contract/course-builder/draft.ts'
import { chaptersSpeak, contentSpeaks, videoQuestionsSpeak } from '#contract/courses/language.ts'
import { authoredProblem } from '#contract/problems/problems.ts'
import { authoredQuestion, type DraftQuestion } from '#contract/courses/quiz.ts'
import { questionOf } from '#contract/courses/video-questions.ts'
import { isPassable } from './passable.ts'

type Code = CheckFinding['code']
type NodeRef = CheckFinding['node']
type VideoContent = Extract<DraftItem['content'], { type: 'video' }>

const BLOCKING: ReadonlySet<Code> = new Set(blockingCodes)
const finding = (code: Code, node: NodeRef = null, detail = ''): CheckFinding => ({
  code,
  blocking: BLOCKING.has(code),
  node,
  detail,
})
const refOf = (kind: NodeKind, { key, title }: { key: string; title: string }): NodeRef => ({
  kind,
  key,
  title,
})

/** Sections that require themselves, directly or through others. */
const sectionsInCycle = (document: CourseDocument): string[] => {
  const requires = new Map(document.sections.map((section) => [section.key, section.requires]))
  const reaches = (from: string, goal: string, seen: Set<string>): boolean =>
    (requires.get(from) ?? []).some(
      (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
    )
  return document.sections.map(({ key }) => key).filter((key) => reaches(key, key, new Set()))
}

/** The HTML that authors wrote, in every language. */
export const htmlTextsOf = ({ content }: DraftItem): string[] => {
  if (content.type === 'article') return [content.html, ...Object.values(content.htmls ?? {})]
  if (content.type !== 'problem') return []
  const { statement, texts } = problemOf(content)
  return [statement, ...Object.values(texts ?? {}).map((text) => text.statement)].filter(
    (html) => typeof html === 'string',
  )
}

/** Whether a picture has no alternative text. */
const hasPictureWithoutAlt = (html: string): boolean =>
  (html.match(/<img\b[^>]*>/gi) ?? []).some((tag) => !/\balt="[^"]*\S[^"]*"/i.test(tag))

const isArticleEmpty = (html: string): boolean =>
  !/<img\b/i.test(html) && html.replace(/<[^>]*>/g, '').replace(/&nbsp;|\s/g, '') === ''

const itemFindings = (item: DraftItem): CheckFinding[] => {
  const node = refOf('item', item)
  const { content } = item
  switch (content.type) {
    case 'article':
      return isArticleEmpty(content.html) ? [finding('empty_article', node)] : pictureFindings(item, node)
    case 'video':
      return videoFindings(content, node)
    case 'problem':
      return [
        ...(authoredProblem.safeParse(problemOf(content)).success
          ? []
          : [finding('problem_incomplete', node)]),
        ...(isPassable(content) ? [] : [finding('pass_mark_unreachable', node)]),
        ...pictureFindings(item, node),
      ]
    case 'scorm':
      return content.package_url === null || content.launch.trim() === '' ? [finding('no_package', node)] : []
    case 'quiz': {
      const questions = questionsOf(content)
      return questions.length === 0 ? [finding('no_questions', node)] : incompleteQuestions(questions, node)
    }
  }
}

const pictureFindings = (item: DraftItem, node: NodeRef): CheckFinding[] =>
  htmlTextsOf(item).some(hasPictureWithoutAlt) ? [finding('no_alt_text', node)] : []

const videoFindings = (
  { sources, duration_seconds: duration, questions = [], captions }: VideoContent,
  node: NodeRef,
): CheckFinding[] => {
  if (sources.length === 0) return [finding('no_video', node)]
  // Without a duration nobody could complete the video.
  if (duration <= 0) return [finding('video_length_unknown', node)]
  return [
    ...incompleteQuestions(questions.map(questionOf), node),
    ...(captions.length === 0 ? [finding('no_captions', node)] : []),
  ]
}

const incompleteQuestions = (questions: readonly DraftQuestion[], node: NodeRef): CheckFinding[] =>
  questions.flatMap((question, index) =>
    authoredQuestion.safeParse(question).success
      ? []
      : [finding('question_incomplete', node, String(index + 1))],
  )

/** Whether any text exists in the language; a quiz without questions has none. */
const isTranslationStarted = (content: DraftItem['content'], language: Language): boolean =>
  content.type === 'quiz'
    ? questionsOf(content).some(({ texts }) => texts?.[language] !== undefined)
    : contentSpeaks(content, language)

/** Whether all its texts exist in the language. */
const isTranslated = (content: DraftItem['content'], language: Language): boolean =>
  content.type === 'video'
    ? chaptersSpeak(content.chapters ?? [], language) &&
      videoQuestionsSpeak(content.questions ?? [], language)
    : contentSpeaks(content, language)

export const findingsOf = (document: CourseDocument): CheckFinding[] => {
  const { course, sections } = document
  const texts = course.texts[course.language]
  const found: CheckFinding[] = []
  if (!texts?.title.trim()) found.push(finding('no_title'))
  if (course.instructors.length === 0) found.push(finding('no_instructor'))
  if (sections.length === 0) found.push(finding('no_section'))
  const inCycle = new Set(sectionsInCycle(document))
  for (const section of sections) found.push(...sectionFindings(section, inCycle))
  if (!texts?.description.trim()) found.push(finding('no_description'))
  return [...found, ...translationFindings(document)]
}

const sectionFindings = (section: DraftSection, inCycle: ReadonlySet<string>): CheckFinding[] => {
  const node = refOf('section', section)
  return [
    ...untitled('section', section),
    ...(section.topics.length === 0 ? [finding('empty_section', node)] : []),
    ...(inCycle.has(section.key) ? [finding('requires_itself', node)] : []),
    ...section.topics.flatMap((topic) => [
      ...untitled('topic', topic),
      ...(topic.items.length === 0 ? [finding('empty_topic', refOf('topic', topic))] : []),
      ...topic.items.flatMap((item) => [...untitled('item', item), ...itemFindings(item)]),
    ]),
  ]
}

const untitled = (kind: NodeKind, node: { key: string; title: string }): CheckFinding[] =>
  node.title.trim() ? [] : [finding('node_untitled', refOf(kind, node))]

/** Languages with a started translation: missing texts are shown in the course's main language. */
const translationFindings = ({ course, sections }: CourseDocument): CheckFinding[] => {
  const nodes = sections.flatMap((section) => [
    section,
    ...section.topics.flatMap((topic) => [topic, ...topic.items]),
  ])
  const isStarted = (language: Language) =>
    course.texts[language] !== undefined ||
    nodes.some(
      (node) =>
        node.titles[language]?.trim() ||
        ('content' in node && node.content.type !== 'video' && isTranslationStarted(node.content, language)),
    )
  const isComplete = (language: Language) =>
    course.texts[language]?.title.trim() &&
    nodes.every(
      (node) =>
        node.titles[language]?.trim() && (!('content' in node) || isTranslated(node.content, language)),
    )
  return languages
    .filter((language) => language !== course.language && isStarted(language) && !isComplete(language))
    .map((language) => finding('untranslated', null, language))
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const attributesOf = (html: string, name: 'src' | 'href'): string[] =>
  [...html.matchAll(new RegExp(`\\b${name}="([^"]+)"`, 'gi'))].map((match) =>
    (match[1] as string).replace(/&(amp|lt|gt|quot|#39);/g, (_, entity: string) => ENTITIES[entity] ?? ''),
  )

/** Every address that an item refers to, once: links, pictures, videos and captions. */
export const linksOf = (item: DraftItem): string[] => {
  const { content } = item
  const fromHtml = htmlTextsOf(item).flatMap((html) => [
    ...attributesOf(html, 'src'),
    ...attributesOf(html, 'href'),
  ])
  const media =
    content.type === 'video'
      ? [...content.sources, ...content.captions].map(({ url }) => url)
      : content.type === 'scorm' && content.package_url !== null
        ? [content.package_url]
        : []
  return [...new Set([...fromHtml, ...media])]
}

/** Pictures on other websites, which the app's content policy blocks. */
export const webPicturesOf = (
  { sections }: CourseDocument,
  ownOrigins: ReadonlySet<string>,
): CheckFinding[] =>
  sections
    .flatMap(({ topics }) => topics.flatMap((topic) => topic.items))
    .flatMap((item) => {
      const sources = new Set(htmlTextsOf(item).flatMap((html) => attributesOf(html, 'src')))
      return [...sources]
        .filter((source) => /^https?:/i.test(source) && URL.canParse(source))
        .filter((source) => !ownOrigins.has(new URL(source).origin))
        .map((source) => finding('web_picture', refOf('item', item), source))
    })

export const deadLink = (item: DraftItem | null, url: string): CheckFinding =>
  finding('dead_link', item && refOf('item', item), url)
