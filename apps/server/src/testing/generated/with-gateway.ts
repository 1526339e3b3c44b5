/** Settings of a console whose devices connect elsewhere: virtual devices can be started, and none connects. */
export const WITH_GATEWAY = { GATEWAY_ADDRESS: 'gateway.example.org:15002' } as const;
