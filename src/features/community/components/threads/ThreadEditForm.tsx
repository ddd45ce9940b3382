import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { v4 as uuid } from 'uuid'
import { TITLE_MAX } from '#contract/community/community.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { tagsQuery } from '../../api/community.queries.ts'
import { useSaveThread } from '../../api/thread.mutations.ts'
import { useDraft } from '../../hooks/use-draft.ts'
import { isBlank } from '../../model/html.ts'
import type { Thread } from '../../model/posts.ts'
import { Editor } from '../Editor.tsx'

type Props = { thread: Thread; onClose: () => void }

/** The inline form of the thread page; tags are typed, separated by commas (spec 5: Thread detail edit). */
export const ThreadEditForm = ({ thread, onClose }: Props) => {
  const { t } = useTranslation('community')
  const { draft, change, clear, isRestored, pending, submit } = useEditForm({ thread, onClose })
  return (
    <form className="mt-4 flex flex-col gap-4" aria-label={t('form.editTitle')} onSubmit={submit}>
      {isRestored && <p className="text-sm text-ink-muted">{t('form.restored')}</p>}
      <Field label={t('form.title')} required>
        {(control) => (
          <TextInput
            {...control}
            required={false}
            aria-required="true"
            maxLength={TITLE_MAX}
            value={draft.title}
            onChange={(event) => change({ ...draft, title: event.target.value })}
          />
        )}
      </Field>
      <Editor
        label={t('form.body')}
        placeholder={t('form.bodyPlaceholder')}
        value={draft.body}
        onChange={(body) => change({ ...draft, body })}
        onSubmit={submit}
        threadId={thread.id}
      />
      <Field label={t('form.tags')} hint={t('form.tagsTypedHint')} optionalLabel={t('form.optional')}>
        {(control) => (
          <TextInput
            {...control}
            value={draft.tags}
            placeholder="python, api"
            onChange={(event) => change({ ...draft, tags: event.target.value })}
          />
        )}
      </Field>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button
          variant="secondary"
          onClick={() => {
            clear()
            onClose()
          }}
        >
          {t('action.cancel')}
        </Button>
        <Button type="submit" pending={pending}>
          {t('form.save')}
        </Button>
      </div>
    </form>
  )
}

const useEditForm = ({ thread, onClose }: Props) => {
  const { t } = useTranslation('community')
  const notify = useNotify()
  // Loads the tags ahead: saving resolves tags by name.
  useQuery(tagsQuery())
  const save = useSaveThread(thread.id, 'detail')
  const [start] = useState(() => ({ title: thread.title, body: thread.body, tags: thread.tags.join(', ') }))
  const form = useDraft(`thread-edit-${thread.id}`, start, (next) =>
    (['title', 'body', 'tags'] as const).every((field) => next[field] === start[field]),
  )
  const { draft } = form
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (save.isPending) return
    const title = draft.title.trim()
    if (title === '' || isBlank(draft.body))
      return notify({ kind: 'error', title: t('invalid.thread'), message: t('invalid.threadMessage') })
    save.mutate(
      { title, body: draft.body, tags: [], tagNames: draft.tags, key: uuid() },
      {
        onSuccess: () => {
          form.clear()
          onClose()
        },
      },
    )
  }
  return { ...form, pending: save.isPending, submit }
}
