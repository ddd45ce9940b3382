import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'

/** The words of one form, by the name of the notice. */
type Say<Key extends string> = (key: Key) => string

type KeptProps = {
  say: Say<'conflict' | 'conflictText' | 'mine' | 'theirs' | 'restored' | 'discard'>
  /** Unsaved words of before stand in the form. */
  restored: boolean
  /** Somebody saved it meanwhile; called when it was decided whose words stand in the form. */
  onConflictSeen: (() => void) | undefined
  /** Puts what is saved into the form. */
  onSaved: () => void
}

/** Whose words stand in a form, where that is not plain. */
export const DraftNotice = ({ say, restored, onConflictSeen, onSaved }: KeptProps) => {
  if (onConflictSeen)
    return (
      <Alert
        kind="warning"
        title={say('conflict')}
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="sm" variant="secondary" onClick={onConflictSeen}>
              {say('mine')}
            </Button>
            <Button
              size="sm"
              variant="secondary"
              onClick={() => {
                onSaved()
                onConflictSeen()
              }}
            >
              {say('theirs')}
            </Button>
          </span>
        }
      >
        {say('conflictText')}
      </Alert>
    )
  if (!restored) return null
  return (
    <Alert
      title={say('restored')}
      action={
        <Button size="sm" variant="secondary" onClick={onSaved}>
          {say('discard')}
        </Button>
      }
    />
  )
}

type ErrorProps = { say: Say<'refused' | 'refusedText'>; error: unknown; otherwise: string }

/** Why a form was not saved; what was typed stays. */
export const SaveError = ({ say, error, otherwise }: ErrorProps) => {
  const conflict = isApiError(error) && error.status === 409
  return (
    <Alert kind="error" title={conflict ? say('refused') : errorText(error, otherwise)}>
      {conflict && say('refusedText')}
    </Alert>
  )
}
