import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  NICKNAME_MAX,
  NICKNAME_MIN,
  visibilities,
  type Visibility,
} from '#contract/leaderboard/leaderboard.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useSetVisibility } from '../api/leaderboard.mutations.ts'
import { visibilityQuery } from '../api/leaderboard.queries.ts'

const FORM = 'visibility-form'

/** How the learner appears: with name, with a nickname, or hidden (rules: Learning). */
export const VisibilityDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('leaderboard')
  const choice = useQuery(visibilityQuery())
  const save = useSetVisibility()
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('visibility.title')}
      description={t('visibility.text')}
      closeLabel={t('visibility.close')}
      actions={
        <>
          <Button type="submit" form={FORM} pending={save.isPending} disabled={!choice.data}>
            {t('visibility.save')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('visibility.cancel')}
          </Button>
        </>
      }
    >
      {choice.data ? (
        <ChoiceForm start={choice.data} save={save} onDone={onClose} />
      ) : choice.isError ? (
        <p role="alert">{errorText(choice.error, t('visibility.failed'))}</p>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  )
}

type FormProps = {
  start: { visibility: Visibility; nickname: string | null }
  save: ReturnType<typeof useSetVisibility>
  onDone: () => void
}

const ChoiceForm = ({ start, save, onDone }: FormProps) => {
  const { t } = useTranslation('leaderboard')
  const notify = useNotify()
  const [visibility, setVisibility] = useState(start.visibility)
  const [nickname, setNickname] = useState(start.nickname ?? '')
  const [problem, setProblem] = useState<string | null>(null)

  const submit = () => {
    const typed = nickname.trim()
    if (visibility === 'nickname' && typed.length < NICKNAME_MIN) {
      setProblem(t('visibility.tooShort', { count: NICKNAME_MIN }))
      return
    }
    save.mutate(
      { visibility, nickname: visibility === 'nickname' ? typed : null },
      {
        onSuccess: () => {
          notify({ kind: 'success', title: t('visibility.saved') })
          onDone()
        },
        onError: (error) => {
          const isTaken = isApiError(error) && error.fields?.['nickname']?.[0]?.code === 'taken'
          setProblem(isTaken ? t('visibility.taken') : errorText(error, t('visibility.failed')))
        },
      },
    )
  }
  return (
    <form
      id={FORM}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Options
        value={visibility}
        onChange={(value) => {
          setVisibility(value)
          setProblem(null)
        }}
      />
      {visibility === 'nickname' ? (
        <Field label={t('visibility.nicknameLabel')} error={problem} required>
          {(control) => (
            <TextInput
              {...control}
              maxLength={NICKNAME_MAX}
              autoComplete="nickname"
              value={nickname}
              onChange={(event) => {
                setNickname(event.target.value)
                setProblem(null)
              }}
            />
          )}
        </Field>
      ) : (
        problem && (
          <p role="alert" className="text-sm text-error-text">
            {problem}
          </p>
        )
      )}
    </form>
  )
}

const Options = ({ value, onChange }: { value: Visibility; onChange: (value: Visibility) => void }) => {
  const { t } = useTranslation('leaderboard')
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">{t('visibility.title')}</legend>
      {visibilities.map((option) => (
        <label key={option} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="visibility"
            className="size-5 accent-primary"
            checked={value === option}
            onChange={() => onChange(option)}
          />
          <span className="font-medium text-ink">
            {t(`visibility.${option}`)}
            <span className="block text-sm font-normal text-ink-muted">{t(`visibility.${option}Hint`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
