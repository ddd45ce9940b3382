import type { UseMutationResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'

type Props<Name extends string, Failure extends string> = {
  /** Those that are set up. */
  names: readonly Name[]
  labelOf: (name: Name) => string
  failureText: (failure: Failure) => string
  /** Null: the provider accepts what is stored. */
  test: UseMutationResult<Failure | null, unknown, Name>
}

/** One button for each provider that is set up, and what the last one of them said. */
export const ProviderTests = <Name extends string, Failure extends string>({
  names,
  labelOf,
  failureText,
  test,
}: Props<Name, Failure>) => {
  const { t } = useTranslation('settings')
  const { mutate, isPending, isSuccess, data, error, variables } = test
  const name = variables === undefined ? '' : labelOf(variables)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {names.map((each) => (
          <Button
            key={each}
            variant="secondary"
            pending={isPending && variables === each}
            disabled={isPending && variables !== each}
            onClick={() => mutate(each)}
          >
            {t('services.testNamed', { name: labelOf(each) })}
          </Button>
        ))}
      </div>
      {isSuccess && data === null && (
        <Alert kind="success" title={t('services.works')}>
          {t('services.accepted', { name })}
        </Alert>
      )}
      {isSuccess && data !== null && (
        <Alert kind="error" title={t('services.notWorking', { name })}>
          {failureText(data)}
        </Alert>
      )}
      {Boolean(error) && <Alert kind="error" title={errorText(error, t('services.failed'))} />}
    </>
  )
}
