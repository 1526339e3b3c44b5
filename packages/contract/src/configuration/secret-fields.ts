import type { SettingEdit } from './edits.ts';
import type { StoredSecret } from './secret.ts';

type Secret = StoredSecret | string;
type Value = NonNullable<SettingEdit['value']>;

/** `key`: lets clients into a network, and can be revealed. `shared`: between a device and a server. */
export type SecretUse = 'key' | 'shared';

/** The value of an edit with each of its secrets replaced: new ones are texts, kept ones are digests. */
export function mapSecrets(
  edit: SettingEdit,
  replace: (secret: Secret, use: SecretUse) => Secret,
): SettingEdit {
  if (edit.value === null) return edit;
  switch (edit.kind) {
    case 'wirelessNetwork': {
      const { password, privateKeys, radius } = edit.value;
      return {
        ...edit,
        value: {
          ...edit.value,
          password: password === null ? null : replace(password, 'key'),
          privateKeys: privateKeys.map((one) => ({ ...one, key: replace(one.key, 'key') })),
          radius: radius === null ? null : { ...radius, secret: replace(radius.secret, 'shared') },
        },
      };
    }
    case 'wirelessOverride': {
      const { password } = edit.value;
      return password == null
        ? edit
        : { ...edit, value: { ...edit.value, password: replace(password, 'key') } };
    }
    case 'gatewayAuth':
      return { ...edit, value: { ...edit.value, sharedKey: replace(edit.value.sharedKey, 'shared') } };
    case 'radios':
    case 'whitelist':
    case 'managementVlan':
    case 'switchBase':
    case 'switchPorts':
    case 'switchVlans':
    case 'switchRoutes':
    case 'portProfile':
      return edit;
  }
}

/** All secrets of an edit. */
export function secretsIn(edit: SettingEdit): Secret[] {
  const found: Secret[] = [];
  mapSecrets(edit, (secret) => {
    found.push(secret);
    return secret;
  });
  return found;
}

export type { Value as SettingValue };
