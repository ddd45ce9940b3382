/** Entry point of the server: reads the settings, starts, prints the welcome text, and stops on signals. */
import { ConfigError, readConfig, type Config } from './core/config.ts'
import { openableAddress, startProduct, type Product } from './start.ts'

const OLDEST_NODE = 24

const run = async () => {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE)
    throw new ConfigError(`Node ${OLDEST_NODE} or newer is required: use npm start, which installs it`)
  const config = readConfig()
  const stopSignal = waitForStopSignal()
  const product = await startProduct(config)
  console.log(welcome(config, product))
  process.send?.({ ready: product.address })
  await stopSignal
  console.log('Stopping …')
  await product.stop()
}

/** Resolves at the first SIGINT or SIGTERM, or when the parent script exits. A second signal exits at once. */
const waitForStopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let isStopping = false
    const stop = () => {
      if (isStopping) process.exit(1)
      isStopping = true
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
    process.once('disconnect', () => {
      if (!isStopping) stop()
    })
  })

const welcome = (config: Config, { address, setupLink }: Product): string => {
  const url = config.publicUrl ?? openableAddress(address)
  if (!config.demo)
    return [
      '',
      `Ready: ${url}`,
      '',
      ...(setupLink
        ? [
            'Nobody administers this installation yet. This link makes the first administrator, once:',
            `  ${setupLink}`,
            '',
          ]
        : []),
    ].join('\n')
  const accounts = ['student', 'instructor', 'admin', 'superadmin'].map((role) => `  ${role}@demo.test`)
  return [
    '',
    `Ready: ${url}`,
    '',
    'Demo accounts (password learn-by-doing-7):',
    ...accounts,
    '',
    `Other brands: ${url}/?client=8 (Arabic first), ${url}/?client=9 (switched off)`,
    `Mails and codes: ${url}/dev/outbox/`,
    '',
  ].join('\n')
}

run().then(
  // Handles that a library keeps open must not keep the process alive.
  () => process.exit(0),
  (error: unknown) => {
    if (error instanceof ConfigError) console.error(error.message)
    else console.error(error)
    process.exit(1)
  },
)
