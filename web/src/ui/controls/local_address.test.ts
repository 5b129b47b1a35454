import { describe, expect, it } from 'vitest';
import { isOnlyHere } from './local_address';

describe('an address', () => {
  it('may mean this machine alone', () => {
    const hosts = ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'tilefolk.localhost'];
    expect(hosts.map((host) => isOnlyHere(host))).toEqual(hosts.map(() => true));
    const others = ['192.168.1.7', 'tilefolk.example', '[fe80::1]', 'local', '12.7.0.1'];
    expect(others.map((host) => isOnlyHere(host))).toEqual(others.map(() => false));
  });
});
