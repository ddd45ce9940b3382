/** Entry of the server: settings, start, the lines a person reads, and the signals that end it. */
import { ConfigError, readConfig, type Config } from './core/config.ts'
import { startProduct } from './start.ts'

const OLDEST_NODE = 24

const run = async () => {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE)
    throw new ConfigError(`Node ${OLDEST_NODE} or newer is needed: use npm start, which brings it`)
  const config = readConfig()
  const stopped = stopAsked()
  const product = await startProduct(config)
  console.log(welcome(config, product.address))
  process.send?.({ ready: product.address })
  await stopped
  console.log('Stopping …')
  await product.stop()
}

/** Resolves at the first SIGINT or SIGTERM, or when the script that started us is gone; a second signal ends at once. */
const stopAsked = (): Promise<void> =>
  new Promise((resolve) => {
    let asked = false
    const ask = () => {
      if (asked) process.exit(1)
      asked = true
      resolve()
    }
    process.on('SIGINT', ask)
    process.on('SIGTERM', ask)
    process.once('disconnect', () => {
      if (!asked) ask()
    })
  })

const welcome = (config: Config, address: string): string => {
  const shown = config.publicUrl ?? address.replace('0.0.0.0', 'localhost').replace('[::]', 'localhost')
  if (!config.demo) return `\nReady: ${shown}\n`
  const accounts = ['student', 'instructor', 'admin', 'superadmin'].map((role) => `  ${role}@demo.test`)
  return [
    '',
    `Ready: ${shown}`,
    '',
    'Demo accounts (password learn-by-doing-7):',
    ...accounts,
    '',
    `Other brands: ${shown}/?client=8 (Arabic first), ${shown}/?client=9 (switched off)`,
    `Mails and codes: ${shown}/dev/outbox/`,
    '',
  ].join('\n')
}

run().then(
  // Whatever a library still keeps open must not keep a stopped product alive.
  () => process.exit(0),
  (error: unknown) => {
    if (error instanceof ConfigError) console.error(error.message)
    else console.error(error)
    process.exit(1)
  },
)
