/** New sections, topics and items with their default values. */
import type {
  DraftItem,
  DraftSection,
  DraftTopic,
  ItemContent,
  ItemKind,
} from '#contract/course-builder/draft.ts'
import { QUIZ_PASS_PERCENT_DEFAULT } from '#contract/limits.ts'

const newKey = (): string => crypto.randomUUID()

export const newSection = (): DraftSection => ({
  key: newKey(),
  title: '',
  titles: {},
  opens_at: null,
  opens_after_days: null,
  requires: [],
  topics: [],
})

export const newTopic = (): DraftTopic => ({
  key: newKey(),
  title: '',
  titles: {},
  free_preview: false,
  items: [],
})

type ContentOf<K extends ItemKind> = Extract<ItemContent, { type: K }>
const NEW_CONTENT: { [K in ItemKind]: () => ContentOf<K> } = {
  article: () => ({ type: 'article', html: '' }),
  video: () => ({ type: 'video', sources: [], poster_url: null, captions: [], duration_seconds: 0 }),
  quiz: () => ({
    type: 'quiz',
    pass_percent: QUIZ_PASS_PERCENT_DEFAULT,
    attempts_limit: null,
    cooldown_minutes: 0,
    reveal: 'done',
    questions: [],
  }),
  problem: () => ({ type: 'problem', problem: {} }),
  scorm: () => ({
    type: 'scorm',
    package_url: null,
    version: '1.2',
    launch: '',
    asset: false,
    pass_score: null,
    completion_threshold: null,
    launch_data: '',
    time_limit: '',
    time_limit_action: '',
  }),
}

/** Default durations, which the author can change. */
const DEFAULT_MINUTES: Record<ItemKind, number> = { article: 5, video: 5, quiz: 10, problem: 15, scorm: 10 }

export const newItem = <K extends ItemKind>(type: K): DraftItem & { content: ContentOf<K> } => ({
  key: newKey(),
  title: '',
  titles: {},
  minutes: DEFAULT_MINUTES[type],
  content: NEW_CONTENT[type](),
})
