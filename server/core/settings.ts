/** Every setting (rules: Running it). A test compares README's table with this list; `readConfig` parses by it. */
export interface Setting {
  readonly name: string
  readonly group: 'Server' | 'Data' | 'Mail' | 'Files' | 'SMS' | 'Google sign-in'
  /** The value used if the variable is absent; null if the setting is then off. */
  readonly defaultValue: string | null
  readonly meaning: string
  /** Never printed, not even when it is invalid. */
  readonly secret?: true
}

export const settings = [
  {
    name: 'PORT',
    group: 'Server',
    defaultValue: '4100',
    meaning: 'Port of the app and the API (0 selects a free one)',
  },
  { name: 'HOST', group: 'Server', defaultValue: '127.0.0.1', meaning: 'Address to listen on' },
  {
    name: 'PUBLIC_URL',
    group: 'Server',
    defaultValue: null,
    meaning: 'Address people use, e.g. https://learn.example.org; https turns on HSTS and secure cookies',
  },
  {
    name: 'SECURITY_CONTACT',
    group: 'Server',
    defaultValue: null,
    meaning:
      'E-mail or https address for reports of weaknesses, published in /.well-known/security.txt; without it there is no such file',
  },
  {
    name: 'TRUST_PROXY',
    group: 'Server',
    defaultValue: 'false',
    meaning:
      'Addresses of the reverse proxies, separated by commas, or their number if the server is reachable only through them',
  },
  {
    name: 'RATE_LIMITS',
    group: 'Server',
    defaultValue: '1',
    meaning: 'Multiplies every rate limit; off disables them (tests and load measurements only)',
  },
  {
    name: 'OUTGOING_HOSTS',
    group: 'Server',
    defaultValue: null,
    meaning:
      'Hosts that webhooks, meeting servers, Amazon SNS and the check of links in courses may reach, separated by commas; *.example.org means all below it. Without it every public address',
  },
  {
    name: 'PASSWORD_RANGE_URL',
    group: 'Server',
    defaultValue: null,
    meaning:
      'Service that knows passwords from data leaks, asked by the first five digits of a hash, e.g. https://api.pwnedpasswords.com/range/; without it only common passwords are refused',
  },
  {
    name: 'LOG_LEVEL',
    group: 'Server',
    defaultValue: 'info',
    meaning: 'fatal, error, warn, info, debug, trace or silent',
  },
  {
    name: 'APP_WORKER',
    group: 'Server',
    defaultValue: 'true',
    meaning:
      'false makes installed apps and browsers remove the service worker at their next visit; a file worker-off in DATA_DIR does the same without a restart',
  },
  {
    name: 'DEMO',
    group: 'Data',
    defaultValue: null,
    meaning:
      'true seeds the demo clients and enables /dev/outbox/; default: true only if DATABASE_URL is not set and nobody else can reach the server (loopback HOST, no TRUST_PROXY, no PUBLIC_URL with https or a public name)',
  },
  {
    name: 'DATA_DIR',
    group: 'Data',
    defaultValue: '.data',
    meaning: 'Folder for the private PostgreSQL, uploads and generated keys',
  },
  {
    name: 'DATABASE_URL',
    group: 'Data',
    defaultValue: null,
    meaning: 'Address of your own PostgreSQL, 15 or newer; without it a private one is started',
    secret: true,
  },
  {
    name: 'DATABASE_POOL',
    group: 'Data',
    defaultValue: '10',
    meaning: 'Maximum number of database connections',
  },
  {
    name: 'MASTER_KEY',
    group: 'Data',
    defaultValue: null,
    meaning:
      '32 bytes in base64 that encrypt all stored secrets; generated in DATA_DIR when absent. Set it if several servers share a database',
    secret: true,
  },
  {
    name: 'MASTER_KEY_FORMER',
    group: 'Data',
    defaultValue: null,
    meaning: 'The master key before the current one, only while it is replaced (docs/operations.md)',
    secret: true,
  },
  {
    name: 'S3_BUCKET',
    group: 'Files',
    defaultValue: null,
    meaning: 'Bucket of an S3-compatible store for uploaded files; without it they are stored in DATA_DIR',
  },
  {
    name: 'S3_ENDPOINT',
    group: 'Files',
    defaultValue: null,
    meaning: 'Address of the store without the bucket; default: AWS in S3_REGION',
  },
  { name: 'S3_REGION', group: 'Files', defaultValue: 'us-east-1', meaning: 'Region for signing requests' },
  {
    name: 'S3_ACCESS_KEY_ID',
    group: 'Files',
    defaultValue: null,
    meaning: 'Access key id of the store; required with S3_BUCKET',
  },
  {
    name: 'S3_SECRET_ACCESS_KEY',
    group: 'Files',
    defaultValue: null,
    meaning: 'Secret key of the store; required with S3_BUCKET',
    secret: true,
  },
  {
    name: 'S3_PREFIX',
    group: 'Files',
    defaultValue: null,
    meaning: 'Folder within the bucket, for a shared bucket',
  },
  {
    name: 'VIDEO_HOSTS',
    group: 'Files',
    defaultValue: null,
    meaning:
      'Origins of HLS video streams that pages may load, separated by commas, e.g. https://video.example.org',
  },
  {
    name: 'PACKAGES_URL',
    group: 'Files',
    defaultValue: null,
    meaning:
      'Separate origin for SCORM packages that leads to this server; https://*.packages.example.org gives each package its own. Without it packages run in a sandboxed frame, which only works for single pages, and needs HTTPS for script files',
  },
  {
    name: 'MAIL_HOST',
    group: 'Mail',
    defaultValue: null,
    meaning: 'SMTP server; without it mails stay in the outbox',
  },
  { name: 'MAIL_PORT', group: 'Mail', defaultValue: '587', meaning: 'Port of the SMTP server' },
  {
    name: 'MAIL_SECURE',
    group: 'Mail',
    defaultValue: 'false',
    meaning:
      'true for TLS from the first byte (port 465), starttls to send nothing without STARTTLS; false for STARTTLS when offered',
  },
  { name: 'MAIL_USER', group: 'Mail', defaultValue: null, meaning: 'User name for the SMTP server' },
  {
    name: 'MAIL_PASSWORD',
    group: 'Mail',
    defaultValue: null,
    meaning: 'Password for the SMTP server',
    secret: true,
  },
  {
    name: 'MAIL_FROM',
    group: 'Mail',
    defaultValue: null,
    meaning: 'Sender address of all mails; required with MAIL_HOST',
  },
  {
    name: 'SMS_URL',
    group: 'SMS',
    defaultValue: null,
    meaning:
      'HTTP gateway that accepts POST {to, text, from} as JSON; without it text messages stay in the outbox',
  },
  {
    name: 'SMS_TOKEN',
    group: 'SMS',
    defaultValue: null,
    meaning: 'Bearer token for the gateway',
    secret: true,
  },
  { name: 'SMS_FROM', group: 'SMS', defaultValue: null, meaning: 'Sender name or number' },
  {
    name: 'GOOGLE_CLIENT_ID',
    group: 'Google sign-in',
    defaultValue: null,
    meaning: 'Default OAuth client id for clients without their own; without one, Google sign-in is hidden',
  },
  {
    name: 'GOOGLE_JWKS',
    group: 'Google sign-in',
    defaultValue: 'https://www.googleapis.com/oauth2/v3/certs',
    meaning: 'Address of Google’s public keys, or the key set as JSON',
  },
] as const satisfies readonly Setting[]
