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
import { AskedBefore } from './AskedBefore.tsx'
import { Editor } from '../Editor.tsx'
import { TagPicker } from './TagPicker.tsx'

type Props = {
  /** Null for a new thread. */
  thread: Thread | null
  tags: readonly Tag[]
  /** A question about this lesson. */
  lesson?: LessonRef
  /** After saving, and when it is given up. */
  onClose: (saved: Thread | null) => void
}

const startOf = (thread: Thread | null, tags: readonly Tag[]): ThreadDraft => ({
  title: thread?.title ?? '',
  body: thread?.body ?? '',
  tags: thread ? tagsFromNames(thread.tags.join(','), tags) : [],
  key: uuid(),
})

/** A new thread, or an edit of one from the list; what is typed is kept until it is sent or cancelled. */
export const ThreadForm = (props: Props) => {
  const { thread, lesson, onClose } = props
  const { t } = useTranslation('community')
  const { draft, edit, clear, restored, pending, empty, submit } = useThreadForm(props)
  const titleField = useRef<HTMLInputElement>(null)
  useEffect(() => titleField.current?.focus(), [])
  return (
    <Card as="section" aria-labelledby="thread-form" className="mb-6">
      <h2 id="thread-form" className="mb-4 text-lg font-semibold">
        {t(formTitle(thread, lesson))}
      </h2>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        {restored && <p className="text-sm text-ink-muted">{t('form.restored')}</p>}
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
                // A disabled button would swallow Enter without a word.
                if (event.key === 'Enter' && !event.nativeEvent.isComposing) submit(event)
              }}
            />
          )}
        </Field>
        {!thread && <AskedBefore title={draft.title} />}
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
          <Button type="submit" disabled={empty || pending} aria-busy={pending}>
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

/** One for each place where a thread can be begun, so that a question stays with its lesson. */
const draftName = (thread: Thread | null, lesson: LessonRef | undefined): string => {
  if (thread) return `thread-${thread.id}`
  return lesson ? lessonDraft(lesson.topic_id) : NEW_THREAD_DRAFT
}

const useThreadForm = ({ thread, tags, lesson, onClose }: Props) => {
  const { t } = useTranslation('community')
  const notify = useNotify()
  const save = useSaveThread(thread?.id ?? null, 'list', lesson)
  const [start] = useState(() => startOf(thread, tags))
  const same = (next: ThreadDraft) =>
    next.title === start.title && next.body === start.body && next.tags.join() === start.tags.join()
  const { draft, change, clear, restored } = useDraft(draftName(thread, lesson), start, same)
  // Opened while the tags could not be had: those that the thread has stay.
  const [unknown] = useState(() => (thread && tags.length === 0 ? { tagNames: thread.tags.join(',') } : {}))
  const untitled = draft.title.trim() === ''
  const blank = isBlank(draft.body)
  const submit = (event?: Pick<FormEvent, 'preventDefault'>) => {
    event?.preventDefault()
    if (save.isPending) return
    if (untitled)
      return notify({ kind: 'error', title: t('invalid.title'), message: t('invalid.titleMessage') })
    if (blank)
      return notify({ kind: 'error', title: t('invalid.content'), message: t('invalid.contentMessage') })
    save.mutate(
      { ...draft, title: draft.title.trim(), ...unknown },
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
    // Other words are another thread: a new key.
    edit: (given: Partial<ThreadDraft>) => change({ ...draft, ...given, key: uuid() }),
    clear,
    restored,
    pending: save.isPending,
    empty: untitled || blank,
    submit,
  }
}
