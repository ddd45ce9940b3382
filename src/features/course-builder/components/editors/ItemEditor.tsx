import { useTranslation } from 'react-i18next'
import type { DraftItem, ItemContent } from '#contract/course-draft.ts'
import { Field } from '#src/shared/ui/Field.tsx'
import { TextInput } from '#src/shared/ui/TextInput.tsx'
import { useBuilder } from '../../hooks/use-builder.ts'
import { ArticleEditor } from './ArticleEditor.tsx'
import { EditorCard } from './EditorCard.tsx'
import { ProblemEditor } from './ProblemEditor.tsx'
import { QuizEditor } from './QuizEditor.tsx'
import { ScormEditor } from './ScormEditor.tsx'
import { TitleFields } from './TitleFields.tsx'
import { VideoEditor } from './VideoEditor.tsx'

const MINUTES_MAX = 1440

/** One item: title and length, then the content of its type. */
export const ItemEditor = ({ item }: { item: DraftItem }) => {
  const { t } = useTranslation('course-builder')
  const { apply } = useBuilder()
  const set = (change: Partial<DraftItem>) => apply({ op: 'item', key: item.key, set: change })
  return (
    <EditorCard title={t(`types.${item.content.type}`)}>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <TitleFields
          title={item.title}
          titles={item.titles}
          onTitle={(title) => set({ title })}
          onTitles={(titles) => set({ titles })}
        />
        <Field label={t('field.minutes')} className="sm:pt-4">
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              type="number"
              min={0}
              max={MINUTES_MAX}
              value={item.minutes}
              onChange={(event) => {
                const minutes = Math.trunc(event.target.valueAsNumber)
                if (minutes >= 0 && minutes <= MINUTES_MAX) set({ minutes })
              }}
            />
          )}
        </Field>
      </div>
      <Content
        content={item.content}
        onChange={(content) => set({ content })}
        onName={(title) => item.title.trim() === '' && set({ title })}
      />
    </EditorCard>
  )
}

type ContentProps = {
  content: ItemContent
  onChange: (content: ItemContent) => void
  onName: (title: string) => void
}

const Content = ({ content, onChange, onName }: ContentProps) => {
  switch (content.type) {
    case 'article':
      return <ArticleEditor article={content} onChange={onChange} />
    case 'video':
      return <VideoEditor video={content} onChange={onChange} />
    case 'quiz':
      return <QuizEditor quiz={content} onChange={onChange} />
    case 'problem':
      return <ProblemEditor content={content} onChange={onChange} />
    case 'scorm':
      return <ScormEditor content={content} onChange={onChange} onName={onName} />
  }
}
