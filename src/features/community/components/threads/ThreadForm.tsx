import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { v4 as uuid } from 'uuid'
import { TITLE_MAX } from '#contract/community/community.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useSaveThread, type LessonRef, type ThreadDraft } from '../../api/thread.mutations.ts'
import { useDraft } from '../../hooks/use-draft.ts'
import { isBlank } from '../../model/html.ts'
import { lessonDraft, NEW_THREAD_DRAFT } from '../../model/ids.ts'
import type { Tag, Thread } from '../../model/posts.ts'
import { tagsFromNames } from '../../model/tags.ts'
import { SimilarThreads } from './SimilarThreads.tsx'
import { Editor } from '../Editor.tsx'
import { TagPicker } from './TagPicker.tsx'

type Props = {
  /** Null for a new thread. */
  thread: Thread | null
  tags: readonly Tag[]
  /** The lesson, if the thread is a question about one. */
  lesson?: LessonRef
  /** Called after saving with the thread, and after cancelling with null. */
  onClose: (saved: Thread | null) => void
}

const initialDraft = (thread: Thread | null, tags: readonly Tag[]): ThreadDraft => ({
  title: thread?.title ?? '',
  body: thread?.body ?? '',
  tags: thread ? tagsFromNames(thread.tags.join(','), tags) : [],
  key: uuid(),
})

/** The form for a new thread or an edit from the list; the draft is kept until it is sent or cancelled. */
export const ThreadForm = (props: Props) => {
  const { thread, lesson, onClose } = props
  const { t } = useTranslation('community')
  const { draft, edit, clear, isRestored, pending, isIncomplete, submit } = useThreadForm(props)
  const titleField = useRef<HTMLInputElement>(null)
  useEffect(() => titleField.current?.focus(), [])
  return (
    <Card as="section" aria-labelledby="thread-form" className="mb-6">
      <h2 id="thread-form" className="mb-4 text-lg font-semibold">
        {t(formTitle(thread, lesson))}
      </h2>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        {isRestored && <p className="text-sm text-ink-muted">{t('form.restored')}</p>}
        <Field label={t('form.title')} required>
          {(control) => (
            <TextInput
              {...control}
              ref={titleField}
              maxLength={TITLE_MAX}
              value={draft.title}
              placeholder={t('form.titlePlaceholder')}
              onChange={(event) => edit({ title: event.target.value })}
              onKeyDown={(event) => {
                // With the button disabled, Enter would do nothing without a message.
                if (event.key === 'Enter' && !event.nativeEvent.isComposing) submit(event)
              }}
            />
          )}
        </Field>
        {!thread && <SimilarThreads title={draft.title} />}
        <Editor
          label={t('form.body')}
          placeholder={t('form.bodyPlaceholder')}
          value={draft.body}
          onChange={(body) => edit({ body })}
          onSubmit={submit}
          threadId={thread?.id ?? null}
        />
        <Field label={t('form.tags')} hint={t('form.tagsHint')} optionalLabel={t('form.optional')}>
          {(control) => (
            <TagPicker {...control} value={draft.tags} onChange={(chosen) => edit({ tags: chosen })} />
          )}
        </Field>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button
            variant="secondary"
            onClick={() => {
              clear()
              onClose(null)
            }}
          >
            {t('action.cancel')}
          </Button>
          <Button type="submit" disabled={isIncomplete || pending} aria-busy={pending}>
            {t(thread ? 'form.save' : 'form.post')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const formTitle = (thread: Thread | null, lesson: LessonRef | undefined) => {
  if (thread) return 'form.editTitle'
  return lesson ? 'lesson.ask' : 'form.newTitle'
}

/** One draft per place where a thread can be started, so that a question stays with its lesson. */
const draftName = (thread: Thread | null, lesson: LessonRef | undefined): string => {
  if (thread) return `thread-${thread.id}`
  return lesson ? lessonDraft(lesson.topic_id) : NEW_THREAD_DRAFT
}

const useThreadForm = ({ thread, tags, lesson, onClose }: Props) => {
  const { t } = useTranslation('community')
  const notify = useNotify()
  const save = useSaveThread(thread?.id ?? null, 'list', lesson)
  const [initial] = useState(() => initialDraft(thread, tags))
  const isUnchanged = (next: ThreadDraft) =>
    next.title === initial.title && next.body === initial.body && next.tags.join() === initial.tags.join()
  const { draft, change, clear, isRestored } = useDraft(draftName(thread, lesson), initial, isUnchanged)
  // If the tags were not loaded when the form opened, the thread keeps its tags.
  const [keptTags] = useState(() => (thread && tags.length === 0 ? { tagNames: thread.tags.join(',') } : {}))
  const hasNoTitle = draft.title.trim() === ''
  const hasNoBody = isBlank(draft.body)
  const submit = (event?: Pick<FormEvent, 'preventDefault'>) => {
    event?.preventDefault()
    if (save.isPending) return
    if (hasNoTitle)
      return notify({ kind: 'error', title: t('invalid.title'), message: t('invalid.titleMessage') })
    if (hasNoBody)
      return notify({ kind: 'error', title: t('invalid.content'), message: t('invalid.contentMessage') })
    save.mutate(
      { ...draft, title: draft.title.trim(), ...keptTags },
      {
        onSuccess: (saved) => {
          clear()
          onClose(saved)
        },
      },
    )
  }
  return {
    draft,
    // Other content is another thread: it gets a new key.
    edit: (changes: Partial<ThreadDraft>) => change({ ...draft, ...changes, key: uuid() }),
    clear,
    isRestored,
    pending: save.isPending,
    isIncomplete: hasNoTitle || hasNoBody,
    submit,
  }
}
