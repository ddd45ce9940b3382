import Play from 'lucide-react/icons/play'
import { useTranslation } from 'react-i18next'
import type { DraftItem, ItemContent } from '#contract/course-builder/draft.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useBuilder } from '../../hooks/use-builder.ts'
import { usePreview } from '../../hooks/use-preview.ts'
import { ArticleEditor } from './ArticleEditor.tsx'
import { EditorCard } from './EditorCard.tsx'
import { ProblemEditor } from './ProblemEditor.tsx'
import { QuizEditor } from './QuizEditor.tsx'
import { ScormEditor } from './ScormEditor.tsx'
import { TitleFields } from './fields/TitleFields.tsx'
import { VideoEditor } from './VideoEditor.tsx'
import { WholeNumber } from './fields/WholeNumber.tsx'

const MINUTES_MAX = 1440

/** One item: title and duration, then the content of its type. */
export const ItemEditor = ({ item }: { item: DraftItem }) => {
  const { t } = useTranslation('course-builder')
  const { apply } = useBuilder()
  const applyChange = (change: Partial<DraftItem>) => apply({ op: 'item', key: item.key, set: change })
  return (
    <EditorCard
      title={t(`types.${item.content.type}`)}
      aside={isAnswerable(item.content) ? <TryIt /> : undefined}
    >
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <TitleFields
          title={item.title}
          titles={item.titles}
          onTitle={(title) => applyChange({ title })}
          onTitles={(titles) => applyChange({ titles })}
        />
        <WholeNumber
          label={t('field.minutes')}
          className="sm:pt-4"
          min={0}
          max={MINUTES_MAX}
          value={item.minutes}
          onChange={(minutes) => applyChange({ minutes })}
        />
      </div>
      <Content
        itemKey={item.key}
        content={item.content}
        onChange={(content) => applyChange({ content })}
        onName={(title) => item.title.trim() === '' && applyChange({ title })}
      />
    </EditorCard>
  )
}

/** Content that learners answer and authors can try out. Other content shows its result in the editor. */
const ANSWERABLE_TYPES: ReadonlySet<ItemContent['type']> = new Set(['quiz', 'problem', 'scorm'])
const isAnswerable = (content: ItemContent): boolean =>
  ANSWERABLE_TYPES.has(content.type) || (content.type === 'video' && (content.questions ?? []).length > 0)

/** Opens the preview, where answers are graded as for learners but not stored. */
const TryIt = () => {
  const { t } = useTranslation('course-builder')
  const { pending, start } = usePreview()
  return (
    <Button
      size="sm"
      variant="secondary"
      icon={<Play aria-hidden="true" size={16} />}
      pending={pending}
      onClick={start}
    >
      {t('builder.tryIt')}
    </Button>
  )
}

type ContentProps = {
  itemKey: string
  content: ItemContent
  onChange: (content: ItemContent) => void
  onName: (title: string) => void
}

const Content = ({ itemKey, content, onChange, onName }: ContentProps) => {
  switch (content.type) {
    case 'article':
      return <ArticleEditor article={content} onChange={onChange} />
    case 'video':
      return <VideoEditor itemKey={itemKey} video={content} onChange={onChange} />
    case 'quiz':
      return <QuizEditor quiz={content} onChange={onChange} />
    case 'problem':
      return <ProblemEditor content={content} onChange={onChange} />
    case 'scorm':
      return <ScormEditor itemKey={itemKey} content={content} onChange={onChange} onName={onName} />
  }
}
