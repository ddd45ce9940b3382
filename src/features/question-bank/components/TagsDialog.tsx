import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { TAG_MAX, type BankTag } from '#contract/question-bank/question-bank.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useChangeTag } from '../api/bank.mutations.ts'
import { tagsQuery } from '../api/bank.queries.ts'

type Props = { onShow: (tag: string) => void; onClose: () => void }

/** All tags of the bank: filter the list by one, rename it, merge it into another, or remove it. */
export const TagsDialog = ({ onShow, onClose }: Props) => {
  const { t } = useTranslation('question-bank')
  const tags = useQuery(tagsQuery())
  const [editing, setEditing] = useState<BankTag | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('tags.title')}
      description={t('tags.text')}
      closeLabel={t('close')}
    >
      {editing ? (
        <TagForm tag={editing} all={tags.data ?? []} onDone={() => setEditing(null)} />
      ) : (
        <ListStates
          rows={tags.data}
          query={tags}
          texts={{
            loading: t('tags.loading'),
            failed: t('tags.failed'),
            empty: { title: t('tags.empty'), text: t('tags.emptyText') },
          }}
          skeleton={{ rows: 3, className: 'h-11' }}
        >
          {(items) => (
            <ul className="flex flex-col divide-y divide-line">
              {items.map((each) => (
                <li key={each.tag} className="flex items-center justify-between gap-3 py-1.5">
                  <span className="min-w-0">
                    <bdi className="font-medium break-words">{each.tag}</bdi>
                    <span className="block text-sm text-ink-muted">
                      {t('tags.count', { count: each.active + each.retired })}
                    </span>
                  </span>
                  <span className="flex shrink-0">
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={t('tags.showOf', { tag: each.tag })}
                      onClick={() => onShow(each.tag)}
                    >
                      {t('tags.show')}
                    </Button>
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={t('tags.changeOf', { tag: each.tag })}
                      onClick={() => setEditing(each)}
                    >
                      {t('tags.change')}
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </ListStates>
      )}
    </Dialog>
  )
}

const TagForm = ({ tag, all, onDone }: { tag: BankTag; all: readonly BankTag[]; onDone: () => void }) => {
  const { t } = useTranslation('question-bank')
  const notify = useNotify()
  const change = useChangeTag()
  const [name, setName] = useState(tag.tag)
  const newName = name.trim()
  const isMerge = newName !== tag.tag && all.some((each) => each.tag === newName)
  const submitChange = (to: string | null) =>
    change.mutate(
      { tag: tag.tag, to },
      {
        onSuccess: ({ questions }) => {
          notify({ kind: 'success', title: t('tags.changed', { count: questions }) })
          onDone()
        },
      },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (newName !== '' && newName !== tag.tag && !change.isPending) submitChange(newName)
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field
        label={t('tags.name')}
        hint={t('tags.nameHint', { count: tag.active + tag.retired })}
        error={newName === '' ? t('tags.missing') : null}
      >
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={TAG_MAX}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {isMerge && <Alert kind="info" title={t('tags.joins')} />}
      {change.isError && <Alert kind="error" title={errorText(change.error, t('notSaved'))} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={change.isPending} disabled={newName === '' || newName === tag.tag}>
          {t(isMerge ? 'tags.join' : 'save')}
        </Button>
        <Button variant="secondary" disabled={change.isPending} onClick={() => submitChange(null)}>
          {t('tags.takeOff')}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
