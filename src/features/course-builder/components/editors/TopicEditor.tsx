import { useTranslation } from 'react-i18next'
import type { DraftTopic } from '#contract/course-builder/draft.ts'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { useBuilder } from '../../hooks/use-builder.ts'
import { EditorCard } from './EditorCard.tsx'
import { TitleFields } from './fields/TitleFields.tsx'

/** A topic: its title, and whether people without enrolment can see it. */
export const TopicEditor = ({ topic }: { topic: DraftTopic }) => {
  const { t } = useTranslation('course-builder')
  const { apply } = useBuilder()
  const applyChange = (change: Partial<DraftTopic>) => apply({ op: 'topic', key: topic.key, set: change })
  return (
    <EditorCard title={t('topic.title')}>
      <TitleFields
        title={topic.title}
        titles={topic.titles}
        onTitle={(title) => applyChange({ title })}
        onTitles={(titles) => applyChange({ titles })}
      />
      <Switch
        label={t('topic.freePreview')}
        hint={t('topic.freePreviewHint')}
        checked={topic.free_preview}
        onChange={(value) => applyChange({ free_preview: value })}
      />
    </EditorCard>
  )
}
