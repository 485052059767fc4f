#!/usr/bin/perl
# An operator made of Net::SMPP, which we did not write. It listens on a free port of 127.0.0.1, lets
# one client at a time bind, answers every submit_sm with an id and follows it with a receipt, and
# asks the client whether it is there. What it decodes it prints as lines of JSON; the word `unbind`
# on its standard input makes it say goodbye. It ends with its standard input.
use strict;
use warnings;
use Encode ();
use IO::Select;
use JSON::PP ();
use Net::SMPP;

$| = 1;
my $json = JSON::PP->new->canonical->ascii;
my $last_id = 4096;

sub tell_test { my %event = @_; print $json->encode(\%event), "\n"; }

# The user data header, its length octet included, and what comes after it.
sub cut_header {
    my ($esm_class, $octets) = @_;
    return ('', $octets) unless $esm_class & 0x40;
    my $length = 1 + ord $octets;
    return (substr($octets, 0, $length), substr($octets, $length));
}

sub read_text {
    my ($data_coding, $octets) = @_;
    return Encode::decode('UTF-16BE', $octets, Encode::FB_CROAK) if $data_coding == 8;
    return Encode::decode('gsm0338', $octets, Encode::FB_CROAK) if $data_coding == 0;
    return undef;
}

sub answer_submit {
    my ($client, $pdu) = @_;
    my $id = sprintf '%X', ++$last_id;
    $client->submit_sm_resp(seq => $pdu->{seq}, message_id => $id);
    my ($header, $body) = cut_header($pdu->{esm_class}, $pdu->{short_message});
    tell_test(
        event => 'submit_sm',
        (map { $_ => $pdu->{$_} } qw(
            source_addr_ton source_addr_npi source_addr dest_addr_ton dest_addr_npi
            destination_addr esm_class priority_flag registered_delivery data_coding)),
        udh => unpack('H*', $header),
        octets => length $pdu->{short_message},
        text => read_text($pdu->{data_coding}, $body),
    );
    # Appendix B of SMPP 3.4.
    my $receipt = "id:$id sub:001 dlvrd:001 submit date:2611210900 done date:2611210901 "
        . 'stat:DELIVRD err:000 text:';
    $client->deliver_sm(
        source_addr_ton => 1, source_addr_npi => 1, source_addr => $pdu->{destination_addr},
        dest_addr_ton => $pdu->{source_addr_ton}, dest_addr_npi => $pdu->{source_addr_npi},
        destination_addr => $pdu->{source_addr},
        esm_class => 0x04, short_message => $receipt, async => 1,
    );
}

# Takes one PDU of the client; false when it was the last.
sub serve {
    my ($client) = @_;
    my $pdu = $client->read_pdu or return 0;
    my $command = $pdu->explain_cmd;
    if ($command =~ /^bind_(transceiver|transmitter|receiver)$/) {
        my $answer = "${command}_resp";
        $client->$answer(seq => $pdu->{seq}, system_id => 'netsmpp');
        tell_test(event => $command, map { $_ => $pdu->{$_} } qw(system_id password interface_version));
        $client->enquire_link(async => 1);
    } elsif ($command eq 'submit_sm') {
        answer_submit($client, $pdu);
    } elsif ($command eq 'enquire_link') {
        $client->enquire_link_resp(seq => $pdu->{seq});
        tell_test(event => $command);
    } elsif ($command eq 'unbind') {
        $client->unbind_resp(seq => $pdu->{seq});
        tell_test(event => $command);
        return 0;
    } else {
        tell_test(event => $command, status => $pdu->{status});
        return 0 if $command eq 'unbind_resp';
    }
    return 1;
}

my $listening = Net::SMPP->new_listen('127.0.0.1', port => 0, smpp_version => 0x34)
    or die "cannot listen: $!";
tell_test(event => 'listening', port => $listening->sockport);

my $select = IO::Select->new(\*STDIN, $listening);
my $client;
while (1) {
    for my $ready ($select->can_read) {
        if ($ready == \*STDIN) {
            exit 0 unless sysread STDIN, my $word, 100;
            $client->unbind(async => 1) if $client and $word =~ /unbind/;
        } elsif ($ready == $listening) {
            $client = $listening->accept or die "cannot accept: $!";
            $select->add($client);
        } elsif (!serve($ready)) {
            $select->remove($ready);
            close $ready;
            tell_test(event => 'closed');
        }
    }
}
